export { CertificateDialog } from '@/features/fiscal/certificates'
export { SefazSettingsDialog } from '@/features/fiscal/sefaz-settings'
