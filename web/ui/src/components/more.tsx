import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/words.ts'
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** So far before the end of a list, who scrolls there gets more of it (M§9). */
const AHEAD = '1000px'
/** So many pages come by themselves; then the button is waited for, so that the foot of the page can be reached. */
const BY_ITSELF = 3

/** Has the next page fetched once somebody scrolls near the end. @returns where the end is, and what a press does */
function useFollowing({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages, byItself: boolean) {
  const end = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(BY_ITSELF)
  const isWaiting = byItself && hasNextPage && !isFetchingNextPage && left > 0
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const seen = { isNear: false, hasScrolled: false, isAsked: false }
    const follow = (now: Partial<typeof seen>) => {
      Object.assign(seen, now)
      if (!seen.isNear || !seen.hasScrolled || seen.isAsked) return
      seen.isAsked = true
      setLeft((before) => before - 1)
      void fetchNextPage()
    }
    const scrolled = () => follow({ hasScrolled: true })
    const watcher = new IntersectionObserver(
      (all) => follow({ isNear: all.at(-1)?.isIntersecting ?? false }),
      { rootMargin: AHEAD },
    )
    watcher.observe(end.current)
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      watcher.disconnect()
      window.removeEventListener('scroll', scrolled)
    }
  }, [isWaiting, fetchNextPage])
  const press = () => {
    setLeft(BY_ITSELF)
    void fetchNextPage()
  }
  return { end, press }
}

type Props = {
  pages: Pages
  /** a button below cards, and not the last row of a list */
  apart?: boolean
  /** more comes as somebody scrolls; for a list that nothing stands below of */
  byItself?: boolean
}

/** The end of a list of which there is more. */
export function More({ pages, apart = false, byItself = false }: Props) {
  const { t } = useText()
  const { end, press } = useFollowing(pages, byItself)
  if (!pages.hasNextPage) return null
  return (
    <div ref={end} className={apart ? 'mt-8 text-center' : 'border-t border-line py-3 text-center'}>
      <Button
        {...(apart ? { look: 'quiet' } : { look: 'plain', size: 'small' })}
        busy={pages.isFetchingNextPage}
        onClick={press}
      >
        {t('common.more')}
      </Button>
    </div>
  )
}
