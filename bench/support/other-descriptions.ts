import type { Category } from '../../src/operations/analysis/category-scores.js';

/** How callers describe categories, if not by a list: in several sentences, or in one without commas. */
export const STYLES = ['sentences', 'one sentence'] as const;
type Style = (typeof STYLES)[number];
type Descriptions = Record<Style, Record<string, string>>;

/** The categories of news, by name. */
export const NEWS_OTHERWISE: Descriptions = {
  sentences: {
    World:
      'This category is for reports on international affairs: what governments do, who wins an election, where wars are fought and peace is made, how diplomats negotiate and how people suffer from terror or disasters abroad.',
    Sports:
      'Choose this category when a text tells how a game ended, which player or team did well, who will coach a club next season or what happens at the Olympic Games and other tournaments around the globe.',
    Business:
      'Articles that belong here are about the economy and the companies in it. They say how shares and oil prices moved, what a firm earned, who buys whom, and whether jobs are created or lost.',
    'Sci/Tech':
      'Everything that has to do with science and technology goes here, for example a new version of a computer program, a security hole on the internet, a mission to another planet or a finding by researchers.',
  },
  'one sentence': {
    World:
      'International news and politics from around the world including conflicts governments elections and major events in different countries and regions',
    Sports:
      'News about sports and athletes including games matches tournaments leagues results transfers and events across all kinds of professional and amateur sport',
    Business:
      'News about business and the economy including companies markets finance trade earnings deals and the people who run large and small corporations',
    'Sci/Tech':
      'News about science and technology including computers software the internet gadgets space exploration medicine and new research from scientists',
  },
};

/** The subjects of articles, by name. */
export const QUESTIONS_OTHERWISE: Descriptions = {
  sentences: {
    Sports:
      'Questions in this category ask about sport: who won a match, which team somebody plays for, how a competition is organised, where a stadium stands or what a player achieved in a career.',
    Places:
      'Pick this category for questions about a place on the map. They may ask where a city lies, how large a country is, which river flows through it, what the weather is like or what visitors can see.',
    History:
      'This is about what happened in the past. Typical questions want to know when a kingdom was founded, who conquered it, why a war began, how people lived under an emperor and what became of them.',
    Religion:
      'Everything that concerns faith belongs here, for instance what a church teaches, who founded a movement, how believers pray, what a holy book says or why people were persecuted for their belief.',
    'Natural science':
      'Questions about the natural world and its laws go here. They ask what something is made of, how forces act on bodies, how plants turn light into sugar, how rocks are formed or how an animal of the sea feeds.',
    Medicine:
      'Choose this one when somebody wants to know about health, for example how the body fights an infection, what a medicine does, who is allowed to sell drugs or which illness causes a symptom.',
    'Mathematics and computing':
      'This category covers abstract problems and the machines that solve them: how hard a problem is, what can be proved about numbers, how an algorithm works and how computers talk to each other.',
    Engineering:
      'Questions about things that people build belong here, such as how an engine works, who invented a device, how a rocket was developed, who pays for a building and which materials are used in it.',
    Education:
      'Use this category for everything about learning and those who teach: what a school costs, which subjects are taught, how teachers are paid and trained, what a university is famous for and who studied there.',
    'Law and politics':
      'Questions that deal with government and law: how a parliament votes, what a treaty says, which court decides, what rights citizens have and what happens when people refuse to obey a law.',
    Television:
      'This is for questions about what is on the screen, for example who played a role, when a series began, which company owns a channel, what it charges and how many viewers it has.',
    Environment:
      'Pick this for questions about the planet and what we do to it, such as how much forest is lost, why it gets warmer, what scientists report about it and which animals and plants are in danger.',
    Economy:
      'Questions about money in society belong here: why prices rise, who is rich and who is poor, how wages are set, what an oil shortage does to a country and how growth comes about.',
  },
  'one sentence': {
    Sports:
      'Questions related to sports and games including teams players championships rules records stadiums and the history of famous sporting events',
    Places:
      'Questions related to geography and places including cities regions countries rivers landmarks population climate and local attractions for visitors',
    History:
      'Questions related to history and historical figures including ancient and medieval civilizations empires wars dynasties colonies and important dates',
    Religion:
      'Questions related to religion and belief including churches religious leaders doctrines sacred texts worship and the history of religious groups',
    'Natural science':
      'Questions related to natural sciences such as physics chemistry biology and geology including matter energy living organisms and the structure of the Earth',
    Medicine:
      'Questions related to health and medicine including the human body diseases the immune system treatments drugs pharmacists and other medical professionals',
    'Mathematics and computing':
      'Questions related to mathematics and computer science including number theory algorithms computational complexity data networks and communication protocols',
    Engineering:
      'Questions related to engineering and technology including machines engines inventions inventors space flight buildings and construction projects',
    Education:
      'Questions related to education and academia including schools teachers students universities research degrees tuition and educational systems',
    'Law and politics':
      'Questions related to law government and politics including legislation parliaments courts rights political parties protest movements and international treaties',
    Television:
      'Questions related to television and entertainment media including shows series networks channels actors broadcasters and pay television providers',
    Environment:
      'Questions related to the environment and ecology including forests biodiversity climate change global warming pollution and nature conservation efforts',
    Economy:
      'Questions related to economics and money including markets trade oil prices income inequality unemployment economic crises and government economic policy',
  },
};

/** What customers ask a bank, by name. */
export const BANK_OTHERWISE: Descriptions = {
  sentences: {
    'Top-ups':
      'The customer wants to put money into the account, or has tried to. Perhaps the top-up by card, cheque or transfer did not work, is still on its way, costs too much or has to be confirmed first.',
    Identity:
      'The customer asks why the bank wants to know who he or she is, how to prove it, which papers are accepted, what to do if the check fails, or how to tell the bank about a new name or address.',
    'Cash withdrawals':
      'The customer has taken cash out of a machine or would like to. It was refused, it gave the wrong sum, it kept the card, it charged a fee, or somebody else seems to have taken the money.',
    'Currency exchange':
      'The customer wants to change one currency into another, would like to know at which rate that is done and what it costs, or thinks that a rate which was applied to a purchase was not the right one.',
    Transfers:
      'The customer sends money to somebody else or waits for money from somebody. It has not arrived, was turned down, is pending, went to the wrong person or cost something that was not expected.',
    Cards:
      'The customer needs a card or has trouble with one: it has not come by post, has to be activated, was lost or stolen, expires soon, or should be a virtual one that can be used at once.',
  },
  'one sentence': {
    'Top-ups':
      'Customer questions about topping up an account including top up methods limits fees failures pending top ups and top up verification codes',
    Identity:
      'Customer questions about identity verification and personal information including documents age requirements source of funds and changing personal details',
    'Cash withdrawals':
      'Customer questions about cash withdrawals and ATM machines including withdrawal fees declined withdrawals wrong amounts and swallowed cards',
    'Currency exchange':
      'Customer questions about foreign currency exchange including exchange rates conversion charges supported fiat currencies and exchanging money in the app',
    Transfers:
      'Customer questions about money transfers to and from other accounts including failed pending declined or cancelled transfers fees and transfer timing',
    Cards:
      'Customer questions about payment cards including ordering delivery activation lost stolen or expiring cards virtual and disposable cards and card types',
  },
};

/** The same categories with other descriptions. */
export function describedOtherwise(
  categories: readonly Category[],
  descriptions: Descriptions,
  style: Style,
): Category[] {
  return categories.map(({ name }) => ({ name, description: descriptions[style][name] }));
}
