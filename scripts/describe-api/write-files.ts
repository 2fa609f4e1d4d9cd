import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';
import { errorsPage } from './errors-page.js';

// Run by `npm run openapi` and `npm run errors-page`: the committed copies show changes of the API in review.
const [, , what, file] = process.argv;
if (what === 'openapi') writeFileSync(file, `${JSON.stringify(await describeApi(), null, 2)}\n`);
else if (what === 'errors-page') writeFileSync(file, errorsPage());
else throw new Error(`Expected openapi or errors-page, not ${what}.`);
