import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const check = z.object({ data: z.object({ messageKey: z.string().nullish() }).nullish().catch(null) })
const violations = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), any: z.array(check) })) }),
)

// What is right, and the way to each element, would take axe as long again; nobody reads it.
const onlyWhatIsWrong: RunOptions = { resultTypes: ['violations'], selectors: false }

/**
 * What keeps people from using a page, as far as a program can see it: the rules of axe and the elements that break them.
 * @param covered whether a message, or a bar that the page scrolls under, may cover part of a target for now
 */
export async function barriers(page: Page, options: RunOptions, covered = false): Promise<string[]> {
  for (const frame of page.frames())
    if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(axe.source)
  const asked = JSON.stringify({ ...onlyWhatIsWrong, ...options })
  const found = await page.evaluate(`axe.run(document, ${asked}).then(({ violations }) => violations)`)
  return violations
    .parse(found)
    .map(({ id, nodes }) => ({
      id,
      nodes: nodes.filter(
        ({ any }) => !covered || any.every(({ data }) => data?.messageKey !== 'partiallyObscured'),
      ),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}
