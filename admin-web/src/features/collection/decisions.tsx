import { resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import {
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { COLLECTIONS, chooseSamples, wakeImages } from './api.ts'

type Props = { collection: PickedCollection; onClose: () => void }

const decidedOn = ({ _id, version }: PickedCollection, note: string) => ({
  collection_id: _id,
  version,
  note,
})

/** AI-3 */
export function SamplesDialog({ collection, onClose }: Props) {
  const { t } = useText()
  const key = useRef(crypto.randomUUID())
  return (
    <DecisionDialog
      title={t('collection.randomize')}
      reason={reasonOf(http.randomizeSamples)}
      act={(note) => chooseSamples(decidedOn(collection, note), key.current)}
      stale={[COLLECTIONS]}
      target={collection._id}
      onClose={onClose}
    >
      <p>{t('collection.randomizeText')}</p>
    </DecisionDialog>
  )
}

/** AI-1, AI-3 */
export function WakeDialog({ collection, onClose }: Props) {
  const { t } = useText()
  return (
    <DecisionDialog
      title={t('collection.wakeTitle')}
      reason={reasonOf(resetSleepingImages)}
      act={(note) => wakeImages(decidedOn(collection, note))}
      stale={[COLLECTIONS]}
      target={collection._id}
      onClose={onClose}
    >
      <p>{t('collection.wakeText')}</p>
    </DecisionDialog>
  )
}
