/** Short texts of three kinds, enough to learn the kinds from. */
const SUBJECTS = {
  delivery: ['parcel', 'package', 'shipment', 'courier', 'delivery', 'order'],
  payment: ['card', 'invoice', 'refund', 'payment', 'charge', 'bill'],
  account: ['password', 'login', 'username', 'profile', 'account', 'email address'],
};

const SENTENCES = {
  delivery: [
    'Where is my %?',
    'My % has not arrived yet.',
    'When will the % get here?',
    'The % was left at the wrong door.',
  ],
  payment: [
    'Why is the % wrong?',
    'I was billed twice for this %.',
    'How can I pay the %?',
    'Please send me the % again.',
  ],
  account: ['I forgot my %.', 'How do I change my %?', 'Somebody else is using my %.', 'Please delete my % for good.'],
};

type Topic = keyof typeof SUBJECTS;

/** 24 of each kind. */
export function labelledTexts(): { text: string; label: string }[] {
  return (Object.keys(SUBJECTS) as Topic[]).flatMap((label) =>
    SENTENCES[label].flatMap((sentence) =>
      SUBJECTS[label].map((subject) => ({ text: sentence.replace('%', subject), label })),
    ),
  );
}
