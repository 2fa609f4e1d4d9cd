/** Something that the user can do something about: the message says what. */
export class Trouble extends Error {}
