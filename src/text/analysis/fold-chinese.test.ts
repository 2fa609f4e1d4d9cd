import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.js';
import { SIMPLIFIED, TRADITIONAL } from './chinese-variants.js';
import { foldChinese } from './fold-chinese.js';

describe('foldChinese', () => {
  it.each([
    ['電腦與網絡', '电脑与网络'],
    ['臺灣的頭髮發展', '台湾的头发发展'],
    ['電 and 𠮷 and é', '电 and 𠮷 and é'],
    ['电脑', '电脑'],
    ['', ''],
  ])('writes %s as %s', (text, simplified) => {
    expect(foldChinese(text)).toBe(simplified);
  });

  it('has a simplified character for each traditional one, and is done after one step', () => {
    expect(TRADITIONAL).toHaveLength(SIMPLIFIED.length);
    expect(foldChinese(TRADITIONAL)).toBe(SIMPLIFIED);
    expect(foldChinese(SIMPLIFIED)).toBe(SIMPLIFIED);
  });

  it.each([
    ['中華人民共和國的首都是北京', '中华人民共和国的首都是北京'],
    ['量子電腦可以解決傳統電腦無法解決的問題', '量子电脑可以解决传统电脑无法解决的问题'],
    ['機器學習與語言處理', '机器学习与语言处理'],
  ])('makes the same tokens of %s in both scripts', (traditional, simplified) => {
    expect(analyze(traditional, 'zh')).toEqual(analyze(simplified, 'zh'));
  });

  it('changes no Japanese', () => {
    expect(analyze('東京の電車', 'ja').map(({ term }) => term)).toContain('電車');
  });
});
