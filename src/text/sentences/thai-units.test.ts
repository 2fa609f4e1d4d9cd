import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.js';

function units(text: string, language = 'th'): string[] {
  return sentencesOf(text, language).map(({ start, end }) => text.slice(start, end));
}

describe('Thai', () => {
  const FIRST = 'หอคอยสูง 42 เมตร ทาสีขาว และมองเห็นได้จากระยะไกลถึง 30 กิโลเมตร';
  const SECOND = 'ต่อมาเขาได้รับรางวัลจากรัฐบาล สำหรับงานวิจัยเรื่องข้าว';
  const THIRD = 'นอกจากนี้ เมืองนี้ยังเป็นศูนย์กลางทางเศรษฐกิจ การศึกษา และวัฒนธรรมของประเทศ';

  it('is divided where a sentence begins, not at every space', () => {
    expect(units([FIRST, SECOND, THIRD].join(' '))).toEqual([FIRST, SECOND, THIRD]);
    expect(units([FIRST, SECOND].join(' '), 'en')).toEqual([FIRST, SECOND]);
  });

  it('keeps numbers, eras, repetitions and names with their words', () => {
    const text = Array(8).fill('เขาซื้อหนังสือใหม่ ๆ จำนวน 20 เล่ม เมื่อวันที่ 5 มกราคม พ.ศ. 2530 จากร้าน สมชาย ใจดี').join(' ');
    for (const unit of units(text)) expect(unit).not.toMatch(/^(?:ๆ|\d|เล่ม|มกราคม|พ\.ศ|ใจดี)/);
  });

  it('keeps together what is in brackets or quotes', () => {
    const aside = '(เดิมชื่อ โรงเรียนวัดใหญ่ แล้วเปลี่ยนชื่อเมื่อปี พ.ศ. 2500 เพราะมีการย้ายที่ตั้ง)';
    const text = Array(4).fill(`โรงเรียนแห่งนี้ตั้งอยู่ที่จังหวัดเชียงใหม่ ${aside} เปิดสอนทุกระดับชั้น`).join(' ');
    for (const unit of units(text)) expect(unit.split('(').length).toBe(unit.split(')').length);
  });

  it('still ends at signs and blank lines', () => {
    expect(units('ไปไหนมา? ไปตลาดมา\n\nบทที่หนึ่ง')).toEqual(['ไปไหนมา?', 'ไปตลาดมา', 'บทที่หนึ่ง']);
  });

  it('is divided in bounded time, and into bounded units where it has spaces', () => {
    for (const piece of ['ก ', 'กา 1 ', '(ก ', 'ๆ ', 'และ ']) {
      const found = units(piece.repeat(100_000 / piece.length));
      expect(Math.max(...found.map((unit) => unit.length))).toBeLessThanOrEqual(400);
    }
  });
});
