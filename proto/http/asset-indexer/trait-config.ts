import { z } from 'zod'
import { words } from '../common.ts'

export const traitTransforms = ['none', 'num', 'nums'] as const

const traitRule = z.strictObject({
  match: words(200).min(1).describe('regular expression in the syntax of RE2, which takes linear time'),
  replace: z.string().max(200).describe('what stands there instead; `$1` is the first group'),
})

/** AI-10: how the values of one key are read. */
export const traitConfig = z.strictObject({
  key: words(100).min(1).describe('name of the trait, in any case'),
  ignore: z.boolean().default(false).describe('the trait is left out everywhere'),
  star: z.boolean().default(false).describe('shown on cards; at most 4 keys'),
  transform: z
    .enum(traitTransforms)
    .default('none')
    .describe(
      'none: the text as it is; num: the first number in it; nums: every number, each a value. What has none is dropped',
    ),
  rules: z.array(traitRule).max(10).default([]).describe('replacements in this order, before the transform'),
})
export type TraitConfig = z.output<typeof traitConfig>

export const traitConfigs = z
  .array(traitConfig)
  .max(100)
  .describe('one for each key; keys without one are read as they are')
