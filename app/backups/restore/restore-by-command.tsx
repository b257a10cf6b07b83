/** Why a database on a server is not switched from the screen, and what does it. */
export function RestoreByCommand() {
  return (
    <section aria-labelledby="by-command" className="panel grid gap-4 p-5">
      <h2 id="by-command" className="text-lg">
        La base est sur un serveur
      </h2>
      <p>
        Le compte du site possède sa base, et ne peut pas en créer une seconde à côté : une
        restauration depuis cet écran ne serait pas complète. Elle se fait en ligne de commande,
        sans toucher au site qui tourne.
      </p>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>
          L’administrateur du serveur crée une base vide, du même propriétaire :{" "}
          <code className="wrap-anywhere">createdb -O fge fge_copie</code>
        </li>
        <li>
          La sauvegarde y est remise, avec un dossier de données vide et la clé imprimée :{" "}
          <code className="wrap-anywhere">
            DATA_DIR=/var/lib/fge-copie DATABASE_URL=postgres://…/fge_copie npm run restore --
            ARCHIVE CLE
          </code>
          . Si <code>DATABASE_OWNER_URL</code> est réglée, donnez-la de même, pour la nouvelle base.
        </li>
        <li>
          <code>DATA_DIR</code> et <code>DATABASE_URL</code> sont changés dans les réglages, puis le
          site redémarré : il est au repos, et se remet au travail dans l’administration. L’ancienne
          base reste entière ; remettre les anciens réglages y ramène.
        </li>
      </ol>
      <p className="text-muted">
        Avec des fichiers dans un stockage S3, donnez aussi à la copie un dossier vide, avec{" "}
        <code>S3_PREFIX</code>.
      </p>
    </section>
  );
}
