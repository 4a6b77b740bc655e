import { enFact } from '@talad/admin-web/i18n/en-fact'
import { thFact } from '@talad/admin-web/i18n/th-fact'
import { shippingEvent } from '@talad/shipping-payment/shipping/events'
import { topupEvent } from '@talad/shipping-payment/topup/events'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** The timeline shows neither: one lets pay, the others stand beside the step. */
const NOT_SHOWN = new Set(['paymentUrl', 'at', 'by'])

const described = z.object({
  oneOf: z.array(
    z.object({
      properties: z.object({
        data: z.object({ properties: z.record(z.string(), z.record(z.string(), z.unknown())) }),
      }),
    }),
  ),
})

/** The plain facts that an event of a purchase may have, as the admins' calls name them. */
function factsOf(event: z.ZodType): string[] {
  const { oneOf } = described.parse(z.toJSONSchema(event, { unrepresentable: 'any', io: 'input' }))
  return oneOf.flatMap(({ properties: { data } }) =>
    Object.entries(data.properties)
      .filter(([name, { type }]) => !NOT_SHOWN.has(name) && type !== 'object' && type !== 'array')
      .map(([name]) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  )
}

test('AW-11 every fact that a purchase remembers has a name in Thai and in English at the desk', () => {
  const names = new Set([...factsOf(shippingEvent), ...factsOf(topupEvent)].map((name) => `fact.${name}`))
  expect(names.size).toBeGreaterThan(30)
  for (const texts of [thFact, enFact])
    expect([...names].filter((name) => !Object.hasOwn(texts, name))).toEqual([])
})
