import { IconCertificate } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import { certificatePath } from '../paths'
import { texts } from '../texts'
import { certificateEnd } from './certificate-end'
import classes from './certificate-warning.module.css'

/** In the header of who may renew it, from 30 days before the active company's certificate ends. */
export function CertificateWarning() {
  const company = useActiveCompany()
  const mayRenew = useMay()('PUT /api/companies/{id}/certificate')
  const end = mayRenew && company && certificateEnd(company.certificado_valido_ate, new Date())
  if (!end) return null
  const text = texts.certificateEnds(end.days)
  return (
    <Link
      className={classes.warning}
      to={certificatePath(company.id)}
      data-pressing={end.isPressing || undefined}
      title={texts.renewCertificate}
    >
      <IconCertificate size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.text}>{text}</span>
    </Link>
  )
}
