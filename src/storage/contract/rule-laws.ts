import { expect } from 'vitest';
import type { Curation, SearchRule, Synonym } from '../../domain/search/search-rule.js';
import { AlreadyAnswered, type RuleStorage } from '../storage.js';
import type { LawBook } from './law-book.js';

export function synonymWith(id: string, fields: Partial<Synonym> = {}): Synonym {
  return {
    id,
    language: null,
    tenantId: null,
    equivalent: ['sofa', 'couch'],
    from: null,
    to: null,
    createdAt: 1,
    ...fields,
  };
}

export function curationWith(id: string, fields: Partial<Curation> = {}): Curation {
  return { id, tenantId: null, query: 'sofa', match: 'exact', pin: ['a'], hide: [], createdAt: 1, ...fields };
}

export async function allRules<Rule extends SearchRule>(storage: RuleStorage<Rule>): Promise<Rule[]> {
  const rules: Rule[] = [];
  for await (const batch of storage.all()) rules.push(...batch);
  return rules.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function putRule<Rule extends SearchRule>(storage: RuleStorage<Rule>, rule: Rule): Promise<void> {
  return storage.write({ id: rule.id, decide: () => rule });
}

/** Synonyms and curations. */
export function ruleLaws({ law, open, newPlace }: LawBook): void {
  law('keeps synonyms and curations, apart for each mode, when it is closed and opened again', async () => {
    const place = newPlace();
    const storage = await open(place);
    const synonym = synonymWith('r', { tenantId: 't', language: 'de', equivalent: ['Fernseher', 'TV \ud83d\udcfa'] });
    const curation = curationWith('r', { hide: ['x', 'y'] });
    await putRule(storage.synonyms('live'), synonym);
    await putRule(storage.curations('live'), curation);
    await storage.close();
    const again = await open(place);
    expect(await again.synonyms('live').get('r')).toEqual(synonym);
    expect(await again.curations('live').get('r')).toEqual(curation);
    expect([await again.synonyms('live').count(), await again.curations('live').count()]).toEqual([1, 1]);
    expect([await again.synonyms('test').get('r'), await again.curations('test').count()]).toEqual([null, 0]);
    expect(await again.synonyms('live').get('x'.repeat(10_000))).toBeNull();
  });

  law('reads all rules, however many', async () => {
    const synonyms = (await open()).synonyms('test');
    const rules = Array.from({ length: 620 }, (_, i) => synonymWith(`r${String(i).padStart(3, '0')}`));
    await Promise.all(rules.map((rule) => putRule(synonyms, rule)));
    expect(await allRules(synonyms)).toEqual(rules);
    expect(await synonyms.count()).toBe(rules.length);
  });

  law('has another revision after a write of rules than before, and the same otherwise', async () => {
    const storage = await open();
    const curations = storage.curations('live');
    let last = '';
    const look = async () => {
      const revision = await curations.revision('recently');
      expect(await curations.revision('now')).toBe(revision);
      expect(revision).not.toBe(last);
      last = revision;
    };
    await look();
    await putRule(curations, curationWith('a'));
    await look();
    await putRule(curations, curationWith('b'));
    await look();
    await curations.write({ id: 'b', decide: () => 'delete' });
    await look();
    await putRule(curations, curationWith('b'));
    await look();
    await putRule(storage.curations('test'), curationWith('a'));
    await putRule(storage.synonyms('live'), synonymWith('a'));
    expect(await curations.revision('now')).toBe(last);
  });

  law('shows a decision what is stored, and leaves a rule as it is when a decision throws', async () => {
    const synonyms = (await open()).synonyms('live');
    const add = (rule: Synonym) =>
      synonyms.write({
        id: rule.id,
        decide: (current) => {
          if (current !== null) throw new Error(`taken since ${current.createdAt}`);
          return rule;
        },
      });
    const both = await Promise.allSettled([
      add(synonymWith('a', { createdAt: 1 })),
      add(synonymWith('a', { createdAt: 2 })),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await synonyms.get('a'))?.createdAt).toBe(1);
    await synonyms.write({ id: 'a', decide: () => 'delete' });
    expect(await synonyms.get('a')).toBeNull();
  });

  law(
    'stores the idempotency record of a rule with its write, and refuses a key that was answered meanwhile',
    async () => {
      const storage = await open();
      const record = { fingerprint: 'f', body: '{}', createdAt: 5 };
      const write = (id: string, decide: () => Curation) =>
        storage.curations('live').write({ id, decide, idempotency: () => ({ key: `key ${id[0]}`, record }) });
      await write('a', () => curationWith('a'));
      await expect(
        write('b', () => {
          throw new Error('refused');
        }),
      ).rejects.toThrow('refused');
      expect(await storage.idempotency.get('key a')).toEqual(record);
      expect(await storage.idempotency.get('key b')).toBeNull();
      await expect(write('a2', () => curationWith('a2'))).rejects.toThrow(AlreadyAnswered);
      expect(await storage.curations('live').get('a2')).toBeNull();
      await storage.curations('live').write({ id: 'a', decide: () => 'delete' });
      expect(await storage.idempotency.get('key a')).toEqual(record);
    },
  );
}
