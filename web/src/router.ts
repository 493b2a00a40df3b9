/** Which part of the page is shown. Each has an address of its own, so that it can be kept and sent. */

export interface View {
  readonly title: string;
  readonly element: HTMLElement;
  leave(): void;
}

type Maker = (query: URLSearchParams) => View | Promise<View>;

let routes: Record<string, Maker> = {};
let place: HTMLElement | undefined;
let current: View | undefined;
let visit = 0;

export function route(into: HTMLElement, table: Record<string, Maker>): void {
  routes = table;
  place = into;
  addEventListener('popstate', () => void show());
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a');
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.origin !== location.origin || link.hasAttribute('download') || link.target !== '') return;
    if (!(link.pathname in routes)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
  void show();
}

export function navigate(to: string): void {
  history.pushState(null, '', to);
  void show();
}

export function href(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function show(): Promise<void> {
  const number = ++visit;
  const make = routes[location.pathname] ?? routes['/']!;
  const view = await make(new URLSearchParams(location.search));
  if (number !== visit) return view.leave();
  current?.leave();
  current = view;
  // Every room has a heading for those who listen, if not one for the eye.
  const heading = view.element.querySelector('h1') ? [] : [Object.assign(document.createElement('h1'), { className: 'unseen', textContent: view.title })];
  place!.replaceChildren(...heading, view.element);
  document.title = view.title === '' ? 'Kempelen' : `${view.title} · Kempelen`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  scrollTo(0, 0);
}
