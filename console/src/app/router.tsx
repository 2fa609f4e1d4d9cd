import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Page } from '../design/layout.js';
import { Empty, Failure, Loading } from '../design/states.js';
import { Shell } from './shell.js';

/** Search parameters of any kind; each page reads its own with `useSearch({ strict: false })` and checks them itself. */
const anySearch = (search: Record<string, unknown>): Record<string, unknown> => search;

const root = createRootRoute({ component: Shell });

// Each page is a file of its own, which is loaded when it is opened.
const routes = [
  page('/', () => import('../pages/welcome/start-page.js')),
  page('/welcome', () => import('../pages/welcome/welcome-page.js')),
  page('/search', () => import('../pages/search/search-page.js')),
  // One route with and without an id, so that the list stays where it is when a document is opened.
  page('/documents/{-$id}', () => import('../pages/documents/documents-page.js')),
  page('/ask', () => import('../pages/ask/ask-page.js')),
  page('/analyse', () => import('../pages/analyse/analyse-page.js')),
  page('/models', () => import('../pages/models/models-page.js')),
  page('/models/$id', () => import('../pages/models/models-page.js')),
  page('/map', () => import('../pages/map/map-page.js')),
  page('/operate', () => import('../pages/operate/operate-page.js')),
  page('/operate/$section', () => import('../pages/operate/operate-page.js')),
  page('/explorer', () => import('../pages/explorer/explorer-page.js')),
];

function page(path: string, load: () => Promise<{ default: () => React.ReactNode }>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(load),
  });
}

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading label="Loading the page" />,
  defaultErrorComponent: ({ error, reset }: ErrorComponentProps) => (
    <Page title="Something went wrong">
      <Failure error={error} onRetry={reset} />
    </Page>
  ),
  defaultNotFoundComponent: () => (
    <Page title="Not found">
      <Empty icon="search" title="There is no such page">
        <Link to="/search">Go to the search</Link>
      </Empty>
    </Page>
  ),
});
