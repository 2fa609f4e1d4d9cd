import { ScratchStorages } from '../../../testing/scratch-storage.js';
import { describeStorage } from '../contract/storage-contract.js';
import { storeFile } from '../data-folder.js';

const scratch = new ScratchStorages();

describeStorage('LMDB', {
  newPlace: () => scratch.newFolder(),
  open: (place) => scratch.open(place),
  copyFile: storeFile,
  cleanUp: () => scratch.cleanUp(),
});
