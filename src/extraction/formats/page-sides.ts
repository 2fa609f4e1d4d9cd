import { type Handler, Parser } from 'htmlparser2';

type Attributes = Readonly<Record<string, string>>;

/** An open element that may stand beside what the page is about. */
interface Candidate {
  /** Its number among the opening tags of the page. */
  number: number;
  depth: number;
  /** Left out only if it consists mostly of links. */
  onlyIfLinks: boolean;
  /** How much text, and how much of it in links, the page had before it. In UTF-16 units. */
  textBefore: number;
  linkTextBefore: number;
}

/** What marks an element as standing beside the text: what it is, or what is only said of it. */
type Sign = 'element' | 'remark';

/** Parts of a page that say by their role that they are not what it is about. */
const SIDE_ROLES = names('navigation contentinfo complementary search menu menubar toolbar dialog alertdialog');
const SIDE_ELEMENTS = names('nav search dialog');
/** They belong to what they stand in: to the page, or to an article or a quote. */
const DEPENDENT_ELEMENTS = names('aside footer');
const PARTS_OF_TEXT = names('main article section blockquote figure');
const UNREAD = names('script style template noscript svg');
const HEADINGS_AND_LINKS = names('h1 h2 h3 h4 h5 h6 a');

/** Names that people and consent tools give to notices about cookies. But a recipe may be a `cookie-card`. */
const COOKIE_NOTICE =
  /(?:^|[\s_-])(?:(?:cookies?|gdpr|ccpa)[_-]?(?:banner|notice|notification|bar|pop-?up|modal|dialog|overlay|consent|prompt|toast|law|wall|alert|disclaimer)|consent[_-]?(?:banner|notice|bar|pop-?up|modal|dialog|overlay)|onetrust|cybotcookiebot\w*|osano-cm|didomi|usercentrics|qc-cmp\d?)(?![a-z])/i;
const MOSTLY = 0.5;

/**
 * The elements of a page that stand beside what it is about, by their numbers among its opening tags: menus, the footer and side
 * columns of the page, dialogs, notices about cookies, and what is hidden from screen readers because it is decoration or said
 * elsewhere. As in HTML's own rules for roles, a footer or aside within an article or a section belongs to it; such a part is left
 * out only if it consists mostly of links.
 */
export function findPageSides(html: string): ReadonlySet<number> {
  const finder = new SideFinder();
  const parser = new Parser(finder);
  parser.end(html);
  return finder.found;
}

class SideFinder implements Partial<Handler> {
  readonly found = new Set<number>();
  /** Innermost last. */
  #candidates: Record<Sign, Candidate[]> = { element: [], remark: [] };
  #number = -1;
  #depth = 0;
  /** The depths of the open parts of the text, innermost last. */
  readonly #parts: number[] = [];
  #links = 0;
  #unread = 0;
  #text = 0;
  #linkText = 0;

  onopentag(name: string, attributes: Attributes): void {
    this.#number++;
    this.#depth++;
    const role = roleOf(attributes);
    const kind = role === 'main' || role === 'article' ? role : name;
    if (kind === 'main' || kind === 'body') this.#candidates = { element: [], remark: [] };
    // Menus and side columns have headings and teasers, too.
    else if (kind === 'article' || kind === 'h1') this.#candidates.remark = [];
    else this.#consider(name, role, attributes);
    if (PARTS_OF_TEXT.has(kind)) this.#parts.push(this.#depth);
    if (name === 'a') this.#links++;
    if (UNREAD.has(name)) this.#unread++;
  }

  onclosetag(name: string): void {
    this.#decide(this.#candidates.element);
    this.#decide(this.#candidates.remark);
    if (this.#parts.at(-1) === this.#depth) this.#parts.pop();
    this.#depth--;
    if (name === 'a') this.#links--;
    if (UNREAD.has(name)) this.#unread--;
  }

  ontext(text: string): void {
    if (this.#unread > 0) return;
    const length = text.trim().length;
    this.#text += length;
    if (this.#links > 0) this.#linkText += length;
  }

  #consider(name: string, role: string | null, attributes: Attributes): void {
    const isInText = this.#parts.length > 0;
    const depends = role === null && DEPENDENT_ELEMENTS.has(name);
    const sign = depends ? 'element' : signOf(name, role, attributes, isInText);
    if (sign === null) return;
    this.#candidates[sign].push({
      number: this.#number,
      depth: this.#depth,
      onlyIfLinks: depends && isInText,
      textBefore: this.#text,
      linkTextBefore: this.#linkText,
    });
  }

  /** Of the element that closes. */
  #decide(candidates: Candidate[]): void {
    const candidate = candidates.at(-1);
    if (candidate?.depth !== this.#depth) return;
    candidates.pop();
    if (!candidate.onlyIfLinks || this.#isMostlyLinks(candidate)) this.found.add(candidate.number);
  }

  #isMostlyLinks({ textBefore, linkTextBefore }: Candidate): boolean {
    return this.#linkText - linkTextBefore > (this.#text - textBefore) * MOSTLY;
  }
}

function signOf(name: string, role: string | null, attributes: Attributes, isInText: boolean): Sign | null {
  if (role === null ? SIDE_ELEMENTS.has(name) : SIDE_ROLES.has(role)) return 'element';
  if (attributes['aria-hidden']?.trim().toLowerCase() === 'true') return 'remark';
  // A text about such notices has headings and sections of these names.
  if (isInText || HEADINGS_AND_LINKS.has(name)) return null;
  return COOKIE_NOTICE.test(`${attributes.id ?? ''} ${attributes.class ?? ''}`) ? 'remark' : null;
}

/** Of several roles the first counts; the others are for browsers that don't know it. */
function roleOf({ role }: Attributes): string | null {
  return role?.trim().toLowerCase().split(/\s+/)[0] || null;
}

function names(written: string): ReadonlySet<string> {
  return new Set(written.split(' '));
}
