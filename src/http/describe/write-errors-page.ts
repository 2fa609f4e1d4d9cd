import { writeFileSync } from 'node:fs';
import { errorsPage } from './errors-page.js';

// Run by `npm run errors-page`.
const [, , file = 'docs/errors.md'] = process.argv;
writeFileSync(file, errorsPage());
