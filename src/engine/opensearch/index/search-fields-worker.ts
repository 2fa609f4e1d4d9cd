import { serveCalls } from '../../../threads/callable-thread.js';
import { searchFieldsAsJson } from './search-fields.js';

const methods = { searchFieldsAsJson };

export type SearchFieldsMethods = typeof methods;

serveCalls(methods);
