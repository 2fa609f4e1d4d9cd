import { describe, expect, it } from 'vitest';
import { titleOfText } from './text-title.js';

describe('the title of a text', () => {
  it.each([
    ['a.txt', 'Minutes of the harbour board\n\nAll were there.', 'Minutes of the harbour board'],
    ['a.txt', 'Why do tides exist?\n\nThe Moon pulls.', 'Why do tides exist?'],
    ['a.txt', '潮汐表\n\n月亮。', '潮汐表'],
    ['a.txt', 'Tide tables\n-----------\nThe Moon pulls.', 'Tide tables'],
    ['a.txt', '# Tide tables\nThe Moon pulls.', 'Tide tables'],
    ['LICENSE', 'MIT License\n\nCopyright 2024', 'MIT License'],
    ['a.rst', '===========\nTide tables\n===========\n\nThe Moon pulls.', 'Tide tables'],
    ['a.adoc', '= Tide tables\nAda\n\nThe Moon pulls.', 'Tide tables'],
    ['a.org', '#+AUTHOR: Ada\n#+TITLE: Tide tables\n\nThe Moon pulls.', 'Tide tables'],
    ['a.tex', '\\documentclass{article}\n\\title{Tide tables}\n', 'Tide tables'],
  ])('in %s is the first line of %j', (name, text, title) => {
    expect(titleOfText(text, name)).toBe(title);
  });

  it.each([
    ['a.txt', 'The Moon pulls the oceans.\n\nSo do we.'],
    ['a.txt', 'Dear harbour master,\n\nthe keelson needs repair.'],
    ['a.txt', 'To do:\n\n- paint'],
    ['a.txt', '3 May 2024\n\nAll were there.'],
    ['a.txt', '2024-05-03\n\nAll were there.'],
    ['a.txt', 'The first line of a paragraph that\ngoes on below.'],
    ['a.txt', 'Alone'],
    ['a.txt', ''],
    ['a.txt', 'x'.repeat(5000)],
    ['a.txt', 'https://example.org/\n\nA link.'],
    ['a.txt', '-----\n\n-----'],
    ['Dockerfile', 'FROM node:20\n\nRUN npm ci'],
    ['Makefile', 'CC = gcc\n\nall: main'],
    ['a.py', 'Import\n\nos'],
    ['a.tex', '\\documentclass{article}\n\nText'],
  ])('in %s is not in %j', (name, text) => {
    expect(titleOfText(text, name)).toBe('');
  });
});
