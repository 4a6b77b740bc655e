import { Dialog } from '@talad/ui/components/dialog'
import { AssetName } from '../features/asset/components/asset-name.tsx'
import { NotificationList } from '../features/notifications/components/notification-list.tsx'
import { useOwnText } from '../i18n/own.ts'

/** The window of the bell. */
export default function Notices({ account, onClose }: { account: string; onClose: () => void }) {
  const { t } = useOwnText()
  return (
    <Dialog onClose={onClose} title={t('notice.title')}>
      <NotificationList
        account={account}
        thing={(place) => <AssetName {...place} onGo={onClose} />}
        onGo={onClose}
      />
    </Dialog>
  )
}
