import './design/tokens.css';
import './design/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteAway } from './app/connection.js';
import { takeKeyFromAddress } from './app/key.js';
import { createQueries } from './app/queries.js';
import { router } from './app/router.js';
import { SessionProvider } from './app/session.js';
import { showKeptTheme } from './app/theme.js';
import { NoticesProvider } from './design/notices.js';

takeKeyFromAddress();
showKeptTheme();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={createQueries(noteAway)}>
      <NoticesProvider>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </NoticesProvider>
    </QueryClientProvider>
  </StrictMode>,
);
