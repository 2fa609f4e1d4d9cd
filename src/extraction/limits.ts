const MEBIBYTE = 2 ** 20;

/** What reading one file may cost. Time and memory are enforced from outside the process that reads it. */
export const EXTRACTION_LIMITS = {
  fileBytes: 100 * MEBIBYTE,
  /** All entries of an archive that are needed, after decompression. */
  inflatedBytes: 200 * MEBIBYTE,
  pdfPages: 10_000,
  /** One message of a mailbox, with its attachments. */
  messageBytes: 50 * MEBIBYTE,
  /** One row of a table or one line of NDJSON. */
  recordBytes: 4 * MEBIBYTE,
  seconds: 120,
  heapMebibytes: 512,
  /** Heap, buffers and code together. */
  residentBytes: 1024 * MEBIBYTE,
} as const;
