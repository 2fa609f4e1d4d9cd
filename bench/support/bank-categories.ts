import type { Category } from '../../src/operations/analysis/category-scores.js';
import type { LabelledText } from './labelled-texts.js';

/** What customers ask a bank, as groups of the intents of Banking77. */
export const BANK_CATEGORIES: readonly (Category & { intents: RegExp })[] = [
  {
    name: 'Top-ups',
    description:
      'Adding money to the account: top up by card, bank transfer, cash or cheque, automatic top-up, top-up limits and fees, a top-up that is pending, failed, reverted or must be verified.',
    intents: /top_up|topping_up/,
  },
  {
    name: 'Identity',
    description:
      'Proving who you are: identity checks, passport and documents, why verification is needed, failed verification, source of funds, changing name, address or phone number, minimum age.',
    intents: /identity|source_of_funds|personal_details|age_limit/,
  },
  {
    name: 'Cash withdrawals',
    description:
      'Taking out cash: cash machines, ATM fees, declined or pending withdrawals, a wrong amount of notes, a card swallowed by the machine, a withdrawal that was not made by the customer.',
    intents: /^(?!.*exchange).*(cash_withdrawal|cash_received|atm_support|card_swallowed)/,
  },
  {
    name: 'Currency exchange',
    description:
      'Changing money: exchange rates, converting euros, dollars and pounds, supported currencies, conversion fees, exchange in the app, a rate that seems to be wrong.',
    intents: /^exchange|fiat_currency/,
  },
  {
    name: 'Transfers',
    description:
      'Sending and receiving money: bank transfers to other accounts, pending, failed or declined transfers, cancelling a transfer, beneficiaries, transfer fees, how long it takes, money that did not arrive.',
    intents: /^(?!top_up).*(transfer|beneficiary)/,
  },
  {
    name: 'Cards',
    description:
      'Ordering and managing cards: a new card, delivery and arrival, activation, lost or stolen cards, expiry, virtual cards, Visa or Mastercard, spare cards, linking a card with the app.',
    intents:
      /card_arrival|card_delivery|activate_my_card|stolen_card|compromised_card|about_to_expire|virtual_card|visa_or|spare_card|physical_card|card_linking/,
  },
];

export function questionsByGroup(questions: readonly LabelledText[]): LabelledText[] {
  return questions.flatMap(({ text, label }) => {
    const category = BANK_CATEGORIES.find(({ intents }) => intents.test(label));
    return category === undefined ? [] : [{ text, label: category.name }];
  });
}
