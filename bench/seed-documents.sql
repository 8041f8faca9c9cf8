-- Gives each seeded receipt the documents of one that was sold: what was signed, and SEFAZ's protocol.
insert into nfce_xml (id, emitente_id, ambiente, nfce_id, tipo, versao, chave, digest, dhEmi, certificado_ate, sha256, bytes, created_at)
select {{new_id}}, n.emitente_id, n.ambiente, n.id, x.tipo, 1, n.chave, x.digest, n.dhEmi, x.certificado_ate, x.sha256, x.bytes, n.created_at
from nfce n join nfce_xml x on x.nfce_id = {{sold}} and x.tipo in ('nfe', 'protNFe')
where n.emitente_id = {{company}} and n.serie = 1 and n.estado <> 'rejeitada';

update nfce set digVal = (select digVal from nfce where id = {{sold}}) where emitente_id = {{company}} and serie = 1;
