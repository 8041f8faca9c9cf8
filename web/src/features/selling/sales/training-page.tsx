import { Navigate } from 'react-router'
import { useActiveCompany } from '@/api'
import { paths, trainingPath } from '@/app/paths'

/** Treinar: the counter, in the simulator. */
export default function TrainingPage() {
  const company = useActiveCompany()
  return <Navigate replace to={company ? trainingPath(company.id) : paths.sale} />
}
