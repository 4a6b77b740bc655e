import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { say, useHasMessages } from '../lib/toast.ts'
import { arrivalMessage } from './arrival.ts'
import { Footer, Header } from './header.tsx'

const Toasts = lazy(() => import('../ui/toasts.tsx'))

/** Shows the error of an address once, and takes it out of the address (WB-3). */
function Arrival() {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const message = arrivalMessage(search)
  useEffect(() => {
    if (message === undefined) return
    say(message, 'error')
    void navigate({
      to: '.',
      replace: true,
      search: ({ errorCode: _code, errorMessage: _message, ...rest }) => rest,
    })
  }, [message, navigate])
  return null
}

export function Root() {
  const { t } = useText()
  const hasMessages = useHasMessages()
  return (
    <>
      <title>{t('site.title')}</title>
      <Header />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      {hasMessages && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
      <Arrival />
    </>
  )
}
