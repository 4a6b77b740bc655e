import { fromBinary } from '@bufbuild/protobuf'
import { IssuedSuspensionSchema, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { expect, test } from 'vitest'
import { publish } from './publish.ts'
import { evolve } from './state.ts'

test('MO-1 MO-7 what a suspension is about is told whole, also to whom it concerns', () => {
  const at = new Date('2026-11-27T00:00:00Z')
  const decision = { by: 'join-a', note: 'stolen', at, decisionId: 'd', issuers: ['join-maker'] }
  const about = { blockchain: 'kub', contractAddress: '0xaa', tokenFrom: null, tokenTo: null }
  const told = (range: typeof about & { abstract?: object }) => {
    const event = { type: 'RangeSuspended' as const, data: { ...decision, range: range as typeof about } }
    const [changed, issued] = publish({ id: 's1', version: 1, event, view: evolve(undefined, event), at })
    if (!changed || !issued) throw new Error('not told')
    return [
      fromBinary(SuspensionChangedSchema, changed.payload),
      fromBinary(IssuedSuspensionSchema, issued.payload),
    ]
  }
  const item = { kind: 'vnft', collectionId: 'temple', itemId: '7' }
  for (const message of told({ ...about, abstract: item }))
    expect(message).toMatchObject({
      contractAddress: '0xaa',
      tokenFrom: '',
      tokenTo: '',
      abstractKind: 'vnft',
      abstractCollectionId: 'temple',
      abstractItemId: '7',
    })
  for (const message of told(about))
    expect(message).toMatchObject({ abstractKind: '', abstractCollectionId: '', abstractItemId: '' })
})
