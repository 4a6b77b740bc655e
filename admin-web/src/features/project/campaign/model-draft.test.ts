import { expect, test } from 'vitest'
import { faultAt, fromModelDraft, toModelDraft } from './model-draft.ts'

const model = {
  drawing: { x: 1 },
  requirements: [
    {
      slotId: 's1',
      tag: 'ticket',
      type: 'vnft',
      vitemId: 'a'.repeat(24),
      displayName: 'Ticket',
      tokenRanges: [
        ['1', '10'],
        ['20', '20'],
      ],
      traitCondition: { trait: 'power', op: 'gte', value: 7 },
      group: { id: '1', alternative: 'a' },
    },
    { slotId: 's2', tag: 'fish', type: 'nft', blockchain: 'kub', contractAddress: '0x1', nftType: 'ERC721' },
  ],
  rewards: [{ type: 'vnft', tag: 'lantern', nftItemId: 'b'.repeat(24), tokenId: '7' }],
}

test('CA-16 a model that is not changed is sent as it was saved, with what has no field', () => {
  expect(fromModelDraft(toModelDraft(model))).toEqual(model)
  expect(fromModelDraft(toModelDraft({}))).toEqual({ requirements: [], rewards: [] })
})

test('CA-24 what can not be read is sent as it is typed, and a fault within a field is the fault of the field', () => {
  const { requirements, ...rest } = toModelDraft(model)
  const [entry] = requirements
  if (!entry) throw new Error('there is an entry')
  const typed = { ...rest, requirements: [{ ...entry, ranges: 'x', traits: '{' }] }
  expect(fromModelDraft(typed)).toMatchObject({
    requirements: [{ tokenRanges: [['x', 'x']], traitCondition: '{' }],
  })
  const faults = new Map([['requirements.0.tokenRanges.0.1', 'must be a decimal string']])
  expect(faultAt(faults, 'requirements.0.tokenRanges')).toBe('must be a decimal string')
  expect(faultAt(faults, 'requirements.0.tag')).toBeUndefined()
})
