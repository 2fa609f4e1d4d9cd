import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { describeLocalStorage } from '../contract/storage-contract.js';

const scratch = new ScratchStorages();

describeLocalStorage('LMDB', {
  newPlace: () => scratch.newFolder(),
  open: (place) => scratch.open(place),
  cleanUp: () => scratch.cleanUp(),
});
