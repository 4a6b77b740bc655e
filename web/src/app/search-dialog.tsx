import { CollectionSearch } from '../features/collection/components/collection-search.tsx'
import { useText } from '../i18n/index.ts'
import { Dialog } from '../ui/dialog.tsx'

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  return (
    <Dialog open onClose={onClose} title={t('search.title')}>
      <CollectionSearch onChosen={onClose} />
    </Dialog>
  )
}
