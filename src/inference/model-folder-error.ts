/** The folder that a setting names does not hold a model that can be used. The message says what is missing. */
export class ModelFolderError extends Error {}
