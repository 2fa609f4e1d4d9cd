/** A file that was dropped or chosen, with its path in the folder that it came from. */
export interface ChosenFile {
  name: string;
  /** Rejects if it is gone, or may not be read. */
  open: () => Promise<File>;
}

/** Of an input; one that takes folders tells their paths. */
export function filesOf(list: FileList): ChosenFile[] {
  return [...list]
    .map((file) => ({ name: file.webkitRelativePath || file.name, open: async () => file }))
    .filter(isVisible);
}

/**
 * Of what was dropped, folders with all that is in them. Must be called while the event is handled: afterwards it is empty. What comes
 * from another program may be a file without an entry.
 */
export async function filesDropped(transfer: DataTransfer): Promise<ChosenFile[]> {
  const dropped = [...transfer.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found: ChosenFile[] = [];
  for (const item of dropped) {
    if (item instanceof File) found.push({ name: item.name, open: async () => item });
    else if (item !== null) await collect(item, '', found);
  }
  return found.filter(isVisible);
}

async function collect(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  const name = folder + entry.name;
  if (isFile(entry)) {
    found.push({ name, open: () => new Promise((resolve, reject) => entry.file(resolve, reject)) });
  } else if (isFolder(entry)) {
    for (const child of await childrenOf(entry)) await collect(child, `${name}/`, found);
  }
}

// By what they say of themselves: Chromium has these classes under other names than the standard.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A reader gives some at a time, until there are none left. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

/** Hidden files are of no interest to whoever drops a folder. */
function isVisible({ name }: ChosenFile): boolean {
  return name.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules');
}

/** Whether the service reads it. It would refuse anything else, but only after it was sent. Without an ending, it is read as text. */
export function isReadable({ name }: ChosenFile): boolean {
  const [ending] = /\.[^./]*$/.exec(name) ?? [];
  return ending === undefined || READABLE_ENDINGS.includes(ending.toLowerCase());
}

export const READABLE = 'PDF, Word, Markdown, HTML, text, EPUB, e-mail, CSV and JSON';
