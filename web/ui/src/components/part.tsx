import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, Suspense, use } from 'react'
import { isWorthFetching, useOffline } from '../browser/network.ts'
import { reloadPage } from '../browser/new-version.ts'
import { PartMissing } from '../browser/part-missing.ts'
import { loadLateTexts } from '../i18n/language.ts'
import { useText } from '../i18n/words.ts'
import { Button } from './button.tsx'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

async function fetchPart<P>(load: Load<P>) {
  if (!import.meta.env.SSR && !(await isWorthFetching())) throw new Error('there is no network')
  const part = await load()
  await loadLateTexts()
  return part
}

/** A promise that React need not wait for. */
const there = Object.assign(Promise.resolve(), { status: 'fulfilled' as const, value: undefined })

/**
 * A component whose code is fetched when it is first drawn, or by `preload`. A failure is told once, and may be tried
 * again: `lazy` of React would keep it for as long as the page is open.
 */
export function lazyPart<P extends object>(load: Load<P>) {
  let part: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  let missing: PartMissing | undefined
  const fetchIt = () => {
    loading ??= fetchPart(load).then(
      (loaded) => {
        part = loaded.default
      },
      (cause: unknown) => {
        missing = new PartMissing(cause, () => {
          missing = undefined
          loading = undefined
        })
      },
    )
    return loading
  }
  const draw = (props: P): ReactNode => {
    if (missing) throw missing
    use(part ? there : fetchIt()) // always asked: React wants it in the drawing that follows a wait, too
    return part && createElement(part, props)
  }
  // What could not be fetched beforehand is fetched again when it is drawn, and only then missed.
  const preload = async () => {
    await fetchIt()
    missing?.forget()
  }
  return Object.assign(draw, { preload })
}

/** What stands where a part of the app could not be loaded. */
function Missing({ onRetry }: { onRetry: () => void }) {
  const { t } = useText()
  const offline = useOffline()
  return (
    <div
      role="alert"
      className="my-6 grid justify-items-center gap-3 rounded-lg bg-sunken px-6 py-8 text-center"
    >
      <p>{offline ? t('part.offline') : t('part.missing')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button look="quiet" size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
        {!offline && (
          <Button look="plain" size="small" onClick={() => void reloadPage()}>
            {t('version.reload')}
          </Button>
        )}
      </div>
    </div>
  )
}

const oneKey = () => 0

type Props = {
  /** in place of the part while it is fetched */
  fallback?: ReactNode
  /** instead of drawing that the part is missing: for windows, which then stay closed */
  onMissing?: () => void
  children: ReactNode
}

/** The place of a part: what is around it stays, with all that was typed there, when the part can't be loaded. */
export function Part({ fallback, onMissing, children }: Props) {
  return (
    <CatchBoundary
      getResetKey={oneKey}
      onCatch={(error) => {
        if (!(error instanceof PartMissing) || !onMissing) return
        error.forget()
        onMissing()
      }}
      errorComponent={({ error, reset }) => {
        if (!(error instanceof PartMissing)) throw error
        if (onMissing) return null
        return (
          <Missing
            onRetry={() => {
              error.forget()
              reset()
            }}
          />
        )
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}
