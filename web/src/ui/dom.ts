/** Making elements. */

type Child = Node | string | number | false | null | undefined;
type Props = Record<string, unknown>;

/**
 * An element with its properties and children. `class` sets the class, `on...` listens, `aria-` and `data-` and what is no property of the element
 * become attributes.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  add(node, ...children);
  return node;
}

/** An element of SVG. */
export function svgEl(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(props)) if (value !== undefined) node.setAttribute(name, String(value));
  for (const child of children) if (child instanceof Node) node.append(child);
  else if (child !== false && child !== null && child !== undefined) node.append(String(child));
  return node;
}

function set(node: HTMLElement, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false) return;
  if (name === 'class') node.className = String(value);
  else if (name.startsWith('on')) node.addEventListener(name.slice(2), value as EventListener);
  else if (!name.includes('-') && name in node && name !== 'list' && name !== 'role') {
    (node as unknown as Props)[name] = value;
  } else node.setAttribute(name, value === true ? '' : String(value));
}

export function add(node: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === false || child === null || child === undefined) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/** Puts these in the place of all that is in an element. */
export function fill(node: Element, ...children: Child[]): void {
  node.replaceChildren();
  add(node, ...children);
}

/** A button with a text or a sign; a sign needs a label. */
export function button(text: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return el('button', { type: 'button', onclick, ...props }, text);
}

/** A labelled choice. */
export function choice<T extends string>(
  label: string,
  options: readonly (readonly [value: T, text: string])[],
  value: T,
  onchange: (value: T) => void,
  props: Props = {},
): HTMLLabelElement {
  const select = el(
    'select',
    { onchange: () => onchange(select.value as T), ...props },
    ...options.map(([key, text]) => el('option', { value: key, selected: key === value }, text)),
  );
  return el('label', { class: 'field' }, el('span', {}, label), select);
}

/** A labelled switch. */
export function toggle(label: string, checked: boolean, onchange: (on: boolean) => void, props: Props = {}): HTMLLabelElement {
  const box = el('input', { type: 'checkbox', checked, onchange: () => onchange(box.checked), ...props });
  return el('label', { class: 'toggle' }, box, el('span', {}, label));
}

/** Saves a text as a file. */
export function save(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = el('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Listeners that are taken off together. */
export class Listeners {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  on(target: EventTarget, type: string, listener: (event: never) => void, options: AddEventListenerOptions = {}): void {
    target.addEventListener(type, listener as EventListener, { ...options, signal: this.controller.signal });
  }

  off(): void {
    this.controller.abort();
  }
}
