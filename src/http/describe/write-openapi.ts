import { writeFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';

// Run by `npm run openapi`: keeps the copy in the repository in step, so that a change of the API shows in review.
const [, , file = 'openapi.json'] = process.argv;
writeFileSync(file, `${JSON.stringify(await describeApi(), null, 2)}\n`);
