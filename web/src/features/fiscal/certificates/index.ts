/** What other features may use of this one. */
export { CertificateBadge, EndingCertificateBadge } from './certificate-badge'
export { CertificateCard } from './certificate-card'
export { CertificateDialog } from './certificate-dialog'
