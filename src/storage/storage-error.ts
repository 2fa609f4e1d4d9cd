/** The folder holds a store that this version of Sextant cannot read. Nothing in it has been changed. */
export class StorageFormatError extends Error {
  override readonly name = 'StorageFormatError';
}

/** The system does not let this process open the store: no permission, no memory, too many files. */
export class StorageOpenError extends Error {
  override readonly name = 'StorageOpenError';
}

/** A commit did not reach the disk (no space, no permission, a failing device): none of its writes has happened. */
export class StorageWriteError extends Error {
  override readonly name = 'StorageWriteError';
}
