import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.js';

describe('loadConfig', () => {
  it('fills in every default', () => {
    expect(loadConfig({ PATH: '/bin' })).toMatchObject({
      host: '127.0.0.1',
      port: 8180,
      dataDir: './data',
      apiKey: null,
      logLevel: 'info',
      rateLimit: null,
    });
  });

  it('reads numbers, and takes an empty variable as one that is not set', () => {
    expect(loadConfig({ SEXTANT_PORT: '0', SEXTANT_HOST: '', SEXTANT_RATE_LIMIT: '60' })).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      rateLimit: 60,
    });
  });

  it('reports every problem at once, with a guess for a misspelt name', () => {
    const environment = { SEXTANT_PROT: '1', SEXTANT_PORT: '70000', SEXTANT_LOG_LEVEL: 'inf' };
    expect(problemsOf(environment)).toEqual([
      'SEXTANT_PROT is not a setting. Did you mean "SEXTANT_PORT"?',
      'SEXTANT_PORT must be an integer from 0 to 65535, not "70000".',
      'SEXTANT_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "inf". Did you mean "info"?',
    ]);
  });

  it('wants one other encoder at most, and all that it needs', () => {
    expect(problemsOf({ SEXTANT_EMBEDDING_MODEL_DIR: 'm', SEXTANT_EMBEDDING_URL: 'http://localhost/v1' })).toEqual([
      'Set either SEXTANT_EMBEDDING_MODEL_DIR or SEXTANT_EMBEDDING_URL, not both.',
      'SEXTANT_EMBEDDING_URL also needs SEXTANT_EMBEDDING_MODEL.',
    ]);
    expect(problemsOf({ SEXTANT_EMBEDDING_URL: 'ftp://localhost', SEXTANT_EMBEDDING_MODEL: 'm' })[0]).toContain(
      'SEXTANT_EMBEDDING_URL has the wrong format',
    );
  });

  it('takes a model by name alone, or from one other place', () => {
    expect(problemsOf({ SEXTANT_LLM_MODEL: 'm', SEXTANT_EMBEDDING_MODEL: 'e' })).toEqual([]);
    expect(problemsOf({ SEXTANT_EMBEDDING_MODEL: 'e', SEXTANT_EMBEDDING_MODEL_DIR: 'm' })).toEqual([
      'Set either SEXTANT_EMBEDDING_MODEL or SEXTANT_EMBEDDING_MODEL_DIR, not both.',
    ]);
    expect(problemsOf({ SEXTANT_LLM_PROVIDER: 'none', SEXTANT_LLM_MODEL: 'm', SEXTANT_LLM_FILE: 'f' })).toEqual([
      'Set either SEXTANT_LLM_MODEL or SEXTANT_LLM_FILE, not both.',
      "SEXTANT_LLM_PROVIDER=none can't be combined with SEXTANT_LLM_URL, _MODEL or _FILE.",
    ]);
  });

  it('knows the address that the clients read', () => {
    expect(loadConfig({ SEXTANT_URL: 'https://search.example.org' })).toMatchObject({
      url: 'https://search.example.org',
    });
    expect(problemsOf({ SEXTANT_URL: 'search.example.org' })[0]).toContain('SEXTANT_URL has the wrong format');
  });

  it('does not repeat a key that has the wrong form', () => {
    const [problem] = problemsOf({ SEXTANT_API_KEY: 'sk_live_short' });
    expect(problem).toContain('SEXTANT_API_KEY has the wrong format');
    expect(problem).not.toContain('sk_live_short');
  });
});

function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
