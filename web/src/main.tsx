import './lib/zod-without-eval.ts'
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
