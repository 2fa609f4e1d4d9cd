import { didYouMean } from '../../domain/errors/problem.js';
import { type Command, type Terminal, UsageError } from '../command.js';
import { list, remove } from './list.js';
import { pull } from './pull.js';
import { show, train } from './trained-models.js';

type Action = (words: readonly string[], terminal: Terminal) => Promise<number>;

const ACTIONS: Record<string, Action> = { list, pull, remove, train, show };

export const models: Command = {
  help: `Usage: sextant models list [--url URL] [--key KEY]
       sextant models pull NAME
       sextant models pull URL [--sha256 CHECKSUM] [--name NAME]
       sextant models remove NAME
       sextant models train FILE --kind KIND [options]
       sextant models show ID [options]

list shows the language models and encoders that can be downloaded by name, those that are, and with a key the models
that a running service has trained.

pull downloads a model into models/ of the data folder (SEXTANT_DATA_DIR) and verifies it. A download that broke off
continues with the same command. SEXTANT_LLM_MODEL=NAME or SEXTANT_EMBEDDING_MODEL=NAME then uses it. A URL must be that
of a GGUF file.

  --sha256 CHECKSUM  the checksum of the file; may be left out if the server states it
  --name NAME        what to call the model; default: the file name

train trains a version of a model on a running service. FILE is a .csv file (a header line with the columns label and
text, or label and the input fields) or an .ndjson or .jsonl file (one object per line, with label and text or input).

  --kind KIND        text_classifier or predictor
  --id ID            the model, created if it does not exist; default: the file name without its extension
  --name NAME        the name of a new model
  --tenant TENANT    the tenant that owns a new model
  --label COLUMN     the column of a .csv file that holds the label; default: label
  --version VERSION  the name of the version, at most 10 characters; default: v1, v2 …
  --not-default      do not make the version the default version
  --url URL          the service; default: SEXTANT_URL, else http://SEXTANT_HOST:SEXTANT_PORT
  --key KEY          an API key with the scopes read and train; default: SEXTANT_API_KEY`,

  async run(words, terminal) {
    const [name, ...rest] = words;
    const names = Object.keys(ACTIONS);
    if (name === undefined)
      throw new UsageError(`Choose a command: ${names.map((each) => `models ${each}`).join(', ')}.`);
    if (!names.includes(name)) {
      const hint = didYouMean(name, names) || ` The commands are ${names.join(', ')}.`;
      throw new UsageError(`"models ${name}" is not a command.${hint}`);
    }
    return ACTIONS[name](rest, terminal);
  },
};
