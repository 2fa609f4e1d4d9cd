/**
 * Something that the service depends on can't do its work now, and may be able to later. The message says what is wrong and
 * what to do. It may be shown to callers, so it names no address.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';

  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
