import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { startLanguage } from './i18n/index.ts'
import { startLive } from './lib/live.ts'
import { queryClient } from './lib/query.ts'
import { rememberPlace } from './lib/return-place.ts'
import { startSession } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'

const FRESH_PAGE_MS = 10_000

// A page that is older than the site asks for parts that are gone: it starts again, once in a while.
window.addEventListener('vite:preloadError', (event) => {
  if (performance.now() < FRESH_PAGE_MS) return
  event.preventDefault()
  window.location.reload()
})

startTheme()
startLive()
void startSession(() => {
  // WB-4: the place is kept for after the next sign-in.
  rememberPlace()
  queryClient.clear()
  void router.navigate({ to: '/', search: { errorCode: 'auth_error' } })
})
await startLanguage()

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
