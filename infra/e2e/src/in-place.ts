import { until } from '@talad/shared/testing/wait'
import type { Page } from 'playwright-core'
import type { Language } from './words.ts'

/**
 * Presses the site's own switch, which a window over the page covers: whatever is open stays open. The pages of others,
 * where a payment or a sign-in leads over, have none and stay as they are.
 */
const pressSwitch = (language: Language) => `(() => {
  const root = document.querySelector('#root')
  if (root && document.documentElement.lang !== '${language}')
    root.querySelector('header button[lang="${language}"]').click()
  return root !== null
})()`

/** Shows the page that is open in another language, as its reader would switch it. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.evaluate(pressSwitch(language))) !== true) return
  const isShown = async () => (await page.evaluate('document.documentElement.lang')) === language
  await until(`the page is in ${language}`, isShown)
}
