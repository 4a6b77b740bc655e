import { useSecurityText } from '../../i18n/security.ts'

/** What a way in is called: a provider of ID-26, or a passkey. */
export function useWayName(): (provider: string) => string {
  const { t } = useSecurityText()
  return (provider) => {
    switch (provider) {
      case 'join':
        return 'Join'
      case 'line':
        return 'LINE'
      case 'web3':
        return t('way.wallet')
      case 'passkey':
        return t('way.passkey')
      case 'dev':
        return t('way.dev')
      default:
        return provider.replace(/^oauth:/, '')
    }
  }
}
