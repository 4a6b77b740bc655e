import './styles.css'
import { startErrorReports } from '@talad/ui/browser/error-reports'
import { startNetwork } from '@talad/ui/browser/network'
import { startVersionCheck } from '@talad/ui/browser/new-version'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { startTheme } from '@talad/ui/browser/theme'
import { beforeRefusal } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { startLanguage } from '@talad/ui/i18n/language'
import { startSession } from '@talad/ui/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './app/router.tsx'
import { reviewPermissions } from './lib/permissions.ts'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  const router = createAppRouter()
  startErrorReports('admin-web')
  startTheme()
  startNetwork()
  startVersionCheck()
  beforeRefusal(reviewPermissions)
  void startSession(() => {
    rememberPlace()
    queryClient.clear()
    void router.navigate({ to: '/login', search: { ended: '1' } })
  })
  await startLanguage()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
