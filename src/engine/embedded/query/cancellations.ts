/** Tickets that can be in use at a time before two share a slot. */
const SLOTS = 4096;

/** A query that can be cancelled. */
export type Ticket = number;

/**
 * Cancels queries in other threads. A thread that runs a query reads no messages, so the ticket of a cancelled query is
 * written into shared memory: slot `ticket % SLOTS` holds the last ticket cancelled there, 0 for none.
 */
export class Cancellations {
  readonly #slots: Int32Array;
  #lastTicket = 0;

  constructor(readonly shared = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT)) {
    this.#slots = new Int32Array(shared);
  }

  newTicket(): Ticket {
    this.#lastTicket = (this.#lastTicket % 0x7fff_fffe) + 1;
    return this.#lastTicket;
  }

  cancel(ticket: Ticket): void {
    Atomics.store(this.#slots, ticket % SLOTS, ticket);
  }

  isCancelled(ticket: Ticket): boolean {
    return Atomics.load(this.#slots, ticket % SLOTS) === ticket;
  }
}
