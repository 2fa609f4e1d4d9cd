import { describe, expect, it } from 'vitest';
import { divideSentences } from './divide-sentences.js';

const divide = (content: string) =>
  divideSentences({ content, language: 'en' }).map(({ start, end }) => content.slice(start, end));

describe('sentences for a summary', () => {
  it('say something by themselves: no headings, questions or fragments', () => {
    const content =
      '1. Results\n\nThe tower was finished after six years. Why so late? Money was short in those days. Indeed.';
    expect(divide(content)).toEqual(['The tower was finished after six years.', 'Money was short in those days.']);
  });

  it('are all there are where none does', () => {
    expect(divide('just a heading')).toEqual(['just a heading']);
    expect(divide('')).toEqual([]);
  });

  it('are no rows of tables, except where there is nothing else', () => {
    const table = 'Name | Town | Age\nAnna | Bonn | 41\nBert | Ulm | 37';
    expect(divide(`Two people work here at present.\n\n${table}`)).toEqual(['Two people work here at present.']);
    expect(
      divideSentences({ content: `The staff\n\nAll of us\n\n${table}`, language: 'en' }).map(({ text }) => text),
    ).toEqual(['Name: Anna; Town: Bonn; Age: 41', 'Name: Bert; Town: Ulm; Age: 37']);
  });

  it('are short lines that stand alone, where there is nothing else', () => {
    expect(divide('Faster search\n\nLower cost\n\nBetter tools')).toEqual([
      'Faster search',
      'Lower cost',
      'Better tools',
    ]);
  });

  it('are said without the marks of list items', () => {
    const content =
      'We agreed on this:\n- The shop opens in May.\n- Anna buys the new lamps.\n\n1. Chop all the onions. Wash them first.\n2. Fry them in butter.';
    expect(divideSentences({ content, language: 'en' }).map(({ text }) => text)).toEqual([
      'The shop opens in May.',
      'Anna buys the new lamps.',
      'Chop all the onions.',
      'Fry them in butter.',
    ]);
  });

  it('are not what a text says again and again, unless it says nothing else', () => {
    const footer = 'This page is part of the handbook.';
    expect(divide(`${footer}\n\nAll of us get 28 days off.\n\n${footer}`)).toEqual(['All of us get 28 days off.']);
    expect(divide(`${footer}\n\n${footer}`)).toEqual([footer]);
  });

  it('are no replies, notices, menus or signatures', () => {
    const told = 'The tower is open all year.';
    expect(divide(`${told} Yes, but only the first floor is.`)).toEqual([told]);
    expect(
      divide(`Home › Sights of the town › The old tower.\n\n${told}\n\n© 2024 The tower company, Arkholm.`),
    ).toEqual([told]);
    const mail = `${told}\n\n-- \nAnna Lee\nThis message is meant for the one it was sent to. Please delete it if that is not you.`;
    expect(divide(mail)).toEqual([told]);
    expect(divide(`${told}\n\n---\n\nThe cellar is closed for now.`)).toHaveLength(2);
  });

  it.each([
    ['de', 'Der Turm ist das ganze Jahr geöffnet. Ja, aber nur im Erdgeschoss.'],
    ['ru', 'Башня открыта круглый год. Да, но только первый этаж её.'],
    ['ja', '塔は一年中開いています。はい、しかし一階だけです。'],
  ])('are no replies in %s', (language, content) => {
    expect(divideSentences({ content, language })).toHaveLength(1);
  });

  it('have no quotes or brackets that are not closed, and are no part of a long quotation', () => {
    const speech = `"${'We have waited for this bridge for years. '.repeat(12)}It is here," said the mayor.`;
    expect(divide(`The bridge was opened on Monday. ${speech} Nobody was hurt that day.`)).toEqual([
      'The bridge was opened on Monday.',
      'Nobody was hurt that day.',
    ]);
    for (const whole of ['The Schr\\"odinger equation has many solutions.', 'A screen of 27" is too large for him.']) {
      expect(divide(whole)).toEqual([whole]);
      expect(divide(`${whole} It is so for all.`)[0]).toBe(whole);
    }
    expect(divide('He wrote “the end of it all. The book was never finished by him.')).not.toContain('“');
  });
});

describe('sentences that need others', () => {
  const needs = (content: string, language = 'en') => {
    const sentences = divideSentences({ content, language });
    const at = (start: number) => sentences.findIndex((sentence) => sentence.start === start);
    return sentences.map((sentence) => sentence.needs.map(at));
  };

  it('do not name whom they speak of', () => {
    const life =
      'Mara Lindqvist was an engineer from Arkholm. She built the lighthouse there. In 1880, she moved to Oslo. ' +
      'The house is a museum now. Her drawings are kept in it. It is known that the tower leans.';
    expect(needs(life)).toEqual([[], [0], [0], [], [0], []]);
  });

  it('may speak of someone whom another of that kind names', () => {
    const sale = 'Anna Lee founded the firm in 1990. In 2001 she sold it to Bob Fox. He moved the firm to Oslo.';
    expect(needs(sale)).toEqual([[], [0], [1]]);
  });

  it.each([
    ['de', 'Mara Lindqvist war Ingenieurin in Arkholm. Später baute sie dort den Turm. Ihr Haus ist heute ein Museum.'],
    ['fr', 'Mara Lindqvist était ingénieure à Arkholm. Elle y construisit le phare. Sa maison est un musée.'],
    ['ru', 'Мара Линдквист была инженером в Аркхольме. Она построила там маяк. Её дом теперь стал музеем.'],
    ['zh', '玛拉·林德奎斯特是阿克霍尔姆的工程师。她在那里建造了灯塔。1880年，她搬到了奥斯陆。'],
    ['th', 'มารา ลินด์ควิสต์เป็นวิศวกรจากเมืองอาร์คโฮล์ม\n\nเธอสร้างประภาคารที่นั่นเมื่อหลายปีก่อน\n\nเขาก็ทำงานด้วยกันกับเธอที่นั่น'],
    ['sv', 'Mara Lindqvist var ingenjör i Arkholm. Hon byggde fyren där. Hennes hus är nu ett museum.'],
  ])('are known in %s', (language, content) => {
    expect(needs(content, language)).toEqual([[], [0], [0]]);
  });

  it('are quotations, and need who said them', () => {
    const content =
      'The mayor spoke on Monday. "We will build the bridge at last." Anna Lee, who has been mayor for six years now, said so in the hall.';
    expect(needs(content)).toEqual([[], [2], []]);
    expect(divide('The town was quiet. "We will build the bridge at last." The rain did not stop.')).toHaveLength(2);
    expect(divide('“We will build the bridge,” the mayor Anna Lee said. It rained all day long.')).toHaveLength(2);
  });
});
