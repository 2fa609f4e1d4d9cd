import { describe, expect, it } from 'vitest';
import { unitsOf } from '../sentences/table-rows.js';
import { codesIn } from './asked-codes.js';
import { askedRows } from './asked-rows.js';
import { stemsOf, tellingWords } from './question-words.js';

/** The first cells of the rows that a question asks for. */
function asked(query: string, table: string): string[] {
  const rows = unitsOf(table, 'en').flatMap(({ row }) => (row === null ? [] : [row]));
  const telling = tellingWords(query, 'en').map(({ stem }) => stem);
  const question = { all: stemsOf(query, 'en'), telling, codes: codesIn(query) };
  return askedRows(rows, question, 'en').map(({ cells }) => cells[0]);
}

const STAFF = 'City | Manager | Staff\nOslo | Berit Moen | 12\nPorto | João Reis | 30';
const LANGUAGES = 'City | Manager | Language\nOslo | Berit Moen | Norwegian\nPorto | João Reis | Portuguese';
const TEAM =
  '| Name | Role | Office |\n|---|---|---|\n| Ana Silva | Accountant | Lisbon |\n| Ben Cole | Designer | Leeds |\n' +
  '| Ben Hall | Head of Sales | Leeds |\n| Chloé Roux | Lawyer | Lyon |';
const ERRORS = 'E05 | Pressure low\nE 07 | Sensor broken\nE-09 | Exhaust';
const HOURS = 'Monday to Friday | 9 to 17\nSaturday | open until noon\nSunday | closed';

describe('rows that a question asks for', () => {
  it.each([
    ['Who manages the Porto office?', STAFF, ['Porto']],
    ['How many staff are in Porto?', STAFF, ['Porto']],
    ['Which city has 12 people?', STAFF, ['Oslo']],
    ['Who manages the Porto office?', LANGUAGES, ['Porto']],
    ['In which office is Ben Cole?', TEAM, ['Ben Cole']],
    ['Who is the lawyer in Lyon?', TEAM, ['Chloé Roux']],
    ['Who is the head of sales?', TEAM, ['Ben Hall']],
    ['When do you open on Saturday?', HOURS, ['Saturday']],
  ])('are those whose cells it names: %s', (query, table, expected) => {
    expect(asked(query, table)).toEqual(expected);
  });

  it('are those of the codes that it names, however these are written', () => {
    for (const query of ['What does E-07 mean?', 'What does e07 mean?']) expect(asked(query, ERRORS)).toEqual(['E 07']);
    expect(asked('What does E09 mean?', ERRORS)).toEqual(['E-09']);
    expect(asked('What does E11 mean?', ERRORS)).toHaveLength(3);
  });

  it('are several where it names several', () => {
    expect(asked('Do Oslo and Porto have a manager?', STAFF)).toEqual(['Oslo', 'Porto']);
    expect(asked('Who works in Leeds?', TEAM)).toEqual(['Ben Cole', 'Ben Hall']);
    expect(asked('What does Ben do?', TEAM)).toEqual(['Ben Cole', 'Ben Hall']);
  });

  it('are all where it names none, or has a word in common with a longer cell', () => {
    expect(asked('Who is the manager in Madrid?', STAFF)).toEqual(['Oslo', 'Porto']);
    expect(asked('When do you open on weekdays?', HOURS)).toHaveLength(3);
  });

  it('are told by no names of columns, also where these are not sure', () => {
    expect(asked('Who is the manager in Porto?', LANGUAGES)).toEqual(['Porto']);
    expect(asked('Who is the manager?', LANGUAGES)).toEqual(['City', 'Oslo', 'Porto']);
    expect(asked('What is the capital?', 'Capital | Paris\nArea | 643,801 km²')).toEqual(['Capital']);
  });
});
