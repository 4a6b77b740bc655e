/**
 * What people press on a page that the server has drawn, before the app has taken its place. Links work by themselves;
 * any other press is kept, shown as taken, and pressed again in the app's own screen. The focus of the keyboard goes over.
 */

/** Something that is pressed, as the drawn page and the app both have it. */
type Pressed = { find: () => HTMLElement | undefined }

/** What is pressed: what has a part in the next step, a link, a button. */
const PRESSABLE = '[data-tap], a[href], button, summary, select, input'
/** The app's screen may still wait for what it shows. */
const FOUND_WITHIN_MS = 6_000

let kept: Pressed | undefined

function nameOf(element: Element): string {
  return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
}

/** The same thing on another page: by its part in the next step, else by its kind, its name and its turn. */
function pressed(element: HTMLElement): Pressed {
  const part = element.dataset.tap
  if (part !== undefined)
    return {
      find: () => document.querySelector<HTMLElement>(`[data-tap="${CSS.escape(part)}"]`) ?? undefined,
    }
  const name = nameOf(element)
  const alike = () =>
    [...document.querySelectorAll<HTMLElement>(element.localName)].filter((one) => nameOf(one) === name)
  const turn = alike().indexOf(element)
  return { find: () => alike()[turn] }
}

/** A link leads on without the app; the next step needs it, as it knows who presses. */
function leadsOn(element: HTMLElement): boolean {
  return element.localName === 'a' && element.dataset.tap === undefined
}

/** Keeps the last press on what the server has drawn; ends with it. */
export function keepTaps(drawn: HTMLElement): void {
  drawn.addEventListener(
    'click',
    (event) => {
      const element = event.target instanceof Element && event.target.closest<HTMLElement>(PRESSABLE)
      if (!element || leadsOn(element)) return
      event.preventDefault()
      kept = pressed(element)
      for (const former of drawn.querySelectorAll('[data-tapped]')) former.removeAttribute('data-tapped')
      element.setAttribute('data-tapped', '')
    },
    true,
  )
}

/** What has the focus on what the server has drawn; the answer gives it to the same thing in the app. */
export function carryFocus(drawn: Element): () => void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !drawn.contains(focused)) return () => {}
  const { find } = pressed(focused)
  return () => find()?.focus({ preventScroll: true })
}

/** Presses in the app what was pressed before it was there, once it can be. */
export function replayTap(): void {
  const last = kept
  kept = undefined
  if (!last) return
  const press = () => {
    const found = last.find()
    if (!found || found.matches(':disabled, [aria-busy=true]')) return false
    found.focus()
    found.click()
    return true
  }
  if (press()) return
  const watcher = new MutationObserver(() => press() && watcher.disconnect())
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true })
  window.setTimeout(() => watcher.disconnect(), FOUND_WITHIN_MS)
}
