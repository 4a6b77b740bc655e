import './styles.css'
import { beginRefresh } from '@talad/ui/session/early-refresh'
import { isPreviewFrame } from './start/preview-frame.ts'
import { keepTaps } from './start/replay-clicks.ts'
import { drawnPage } from './start/ssr-page.ts'
import { breath } from './start/yield-to-main.ts'

/**
 * The first script of a page, and a small one: what the server has drawn is shown, with its picture, before the code of
 * the app is fetched and run. Over a slow line both would share it, and people want to see something first.
 */

/** People don't wait for a picture to press a button. */
const PICTURE_WITHIN_MS = 700

async function shown(root: HTMLElement): Promise<void> {
  const pictures = [...root.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')]
  const drawn = Promise.allSettled(pictures.map((picture) => picture.decode()))
  await Promise.race([drawn, new Promise((resolve) => window.setTimeout(resolve, PICTURE_WITHIN_MS))])
  if (document.visibilityState === 'hidden') return // nothing is drawn there
  await new Promise((resolve) => window.requestAnimationFrame(() => window.setTimeout(resolve)))
}

function fetchEarly(parts: readonly string[]): void {
  for (const href of parts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}

// Not by an await of the module itself: the app imports parts of it, and would wait for its end.
async function start(): Promise<void> {
  if (!isPreviewFrame()) beginRefresh()
  const root = document.getElementById('root')
  if (root?.hasChildNodes()) {
    keepTaps(root)
    await shown(root)
  }
  fetchEarly(drawnPage().parts)
  await import('./libraries.ts')
  await breath()
  await import('./main.tsx')
}

void start()
