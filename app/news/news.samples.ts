import { emptyRecord } from "../records/record-fields.ts";
import { type News, newsRecord } from "./news.record.ts";

/** The bodies of the sample articles, one paragraph per entry. */
const SAMPLE_NEWS_TEXTS = {
  fibre: {
    fr: [
      "Douze salles de jeu de l’intérieur du pays seront raccordées à la fibre d’ici à la fin de la saison. La fédération et l’opérateur Nimba Télécom ont signé à Conakry une convention de trois saisons qui porte sur l’équipement des clubs, la retransmission des finales et la formation de techniciens réseau.",
      "Le point de départ tient en un chiffre : lors de la dernière phase de qualification, un match en ligne sur six a été interrompu ou rejoué à cause d’une coupure, et quatre incidents sur cinq touchaient des clubs situés hors de la capitale. Les joueurs de Labé ou de N’Zérékoré abordaient leurs rencontres avec un temps de réponse parfois trois fois plus élevé que celui de leurs adversaires.",
      "« À niveau égal, la connexion décidait trop souvent du résultat. Ce n’est pas cela, le sport », résume Fatoumata Binta Sow, directrice technique nationale. Dès la saison prochaine, aucune rencontre officielle ne sera programmée dans une salle dont la liaison n’aura pas été contrôlée par un technicien agréé.",
      "Le calendrier prévoit trois vagues de quatre clubs. Labé, Mamou, Kankan et Siguiri seront raccordés en premier, suivis de Kindia, Boké, Kamsar et Faranah, puis de N’Zérékoré, Guéckédou, Macenta et Kissidougou. Chaque salle recevra aussi une alimentation de secours de quatre heures, le temps d’une soirée de championnat.",
      "L’opérateur prend en charge les travaux et l’abonnement pendant toute la durée de la convention ; en retour, les clubs ouvriront leur salle aux établissements scolaires une demi-journée par semaine. Vingt-quatre jeunes, deux par ville, suivront une formation de technicien réseau de six semaines, prolongée par un stage rémunéré.",
      "À Kankan, la nouvelle est accueillie avec soulagement. « Il y a deux saisons, nous avons perdu une demi-finale sur une coupure. Les joueurs ne l’ont pas oubliée », raconte Moriba Kourouma, entraîneur du Baobab Gaming. Son club recevra les techniciens dès le mois prochain.",
      "Un comité de suivi, où siègent la fédération, l’opérateur et deux représentants des clubs, rendra compte de l’avancement chaque trimestre. Les résultats des contrôles de liaison seront publiés dans la rubrique Ressources.",
    ],
    en: [
      "Twelve gaming rooms outside Conakry will be connected to fibre by the end of the season. The federation and the operator Nimba Télécom have signed a three-season agreement in the capital covering club equipment, live coverage of finals and the training of network technicians.",
      "The case for it comes down to one figure: in the last qualifying phase, one online match in six was interrupted or replayed because of a dropped connection, and four incidents out of five affected clubs outside the capital. Players in Labé or N’Zérékoré went into matches with response times up to three times those of their opponents.",
      "“Between players of equal skill, the connection too often decided the result. That is not sport,” says Fatoumata Binta Sow, National Technical Director. From next season, no official fixture will be scheduled in a room whose line has not been checked by an approved technician.",
      "The work will proceed in three waves of four clubs. Labé, Mamou, Kankan and Siguiri come first, followed by Kindia, Boké, Kamsar and Faranah, then N’Zérékoré, Guéckédou, Macenta and Kissidougou. Each room will also receive a four-hour backup power supply, enough for a championship evening.",
      "The operator will cover the works and the subscription for the life of the agreement; in return, clubs will open their rooms to local schools for half a day each week. Twenty-four young people, two from each town, will take a six-week network technician course followed by a paid placement.",
      "In Kankan, the news has come as a relief. “Two seasons ago we lost a semi-final to a dropped connection. The players have not forgotten it,” says Moriba Kourouma, coach of Baobab Gaming. Technicians will reach his club next month.",
      "A monitoring committee made up of the federation, the operator and two club representatives will report on progress every quarter. The results of the line checks will be published in the Resources section.",
    ],
  },
  final: {
    fr: [
      "Il était un peu plus de vingt-deux heures quand le grand amphithéâtre de l’Université Julius Nyerere de Kankan s’est tu. Les Lions de Kaloum venaient de remporter la cinquième manche et, avec elle, un deuxième titre national consécutif (3-2), devant un public acquis à leurs adversaires du Baobab Gaming.",
      "La finale avait mal commencé pour les tenants du titre. Dans le premier duel de football virtuel, Mamadou Saliou Diallo a cédé aux tirs au but face au jeune Fodé Keïta, dix-sept ans, révélation de la saison. Le capitaine des Lions, Amadou Soumah, a égalisé dans le second match (2-0) grâce à une défense restée hermétique.",
      "Le Baobab a repris l’avantage en jeux de combat. Kabiné Sacko, champion national de la discipline, n’a laissé qu’un round à son adversaire. À deux manches à une, les supporters de Kankan préparaient déjà la fête, mais Aïssatou Sylla, seule joueuse alignée ce soir-là, a ramené Kaloum à égalité en s’imposant trois rounds à deux.",
      "Restait l’épreuve par équipes sur mobile. Pendant dix-huit minutes, aucun des deux camps n’a compté plus de deux éliminations d’avance. Une attaque groupée des Lions sur le flanc gauche, au moment où trois joueurs du Baobab se repliaient, a fait basculer la partie.",
      "« Nous avions préparé ce mouvement toute la semaine sans savoir si nous oserions le jouer », a confié Amadou Soumah, le trophée dans les bras. En face, l’entraîneur Moriba Kourouma a salué ses joueurs un par un. « Nous sommes à une action du titre. L’an prochain, cette salle nous verra gagner. »",
      "Plus de neuf cents spectateurs avaient pris place dans l’amphithéâtre et 14 000 personnes suivaient la retransmission au plus fort de la soirée. Les six arbitres n’ont relevé aucune interruption technique, une première à ce stade de la compétition.",
      "Les deux finalistes représenteront la Guinée au tournoi sous-régional des clubs champions, dont le tirage au sort aura lieu dans les prochaines semaines. L’Éclair de Ratoma, vainqueur du match pour la troisième place, complète le podium.",
    ],
    en: [
      "It was just after ten at night when the main lecture theatre of Julius Nyerere University in Kankan fell silent. Lions de Kaloum had taken the fifth match and, with it, a second national title in a row (3-2), in front of a crowd that had come to see Baobab Gaming win.",
      "The final had started badly for the holders. In the opening virtual football match, Mamadou Saliou Diallo lost on penalties to Fodé Keïta, seventeen, the discovery of the season. The Lions’ captain, Amadou Soumah, levelled the tie in the second (2-0) with a defence that gave nothing away.",
      "Baobab went back in front in the fighting games. Kabiné Sacko, national champion in the discipline, dropped only one round. At two matches to one, the Kankan supporters were preparing to celebrate, but Aïssatou Sylla, the only woman in either line-up, brought Kaloum level by winning three rounds to two.",
      "That left the mobile team event. For eighteen minutes neither side led by more than two eliminations. A massed attack by the Lions down the left, just as three Baobab players were falling back, finally settled it.",
      "“We had rehearsed that move all week without knowing whether we would dare to play it,” said Amadou Soumah, the trophy in his arms. Across the stage, coach Moriba Kourouma thanked his players one by one. “We were a single play from the title. Next year, this hall will see us win.”",
      "More than nine hundred spectators filled the lecture theatre, and 14,000 people were watching the broadcast at its peak. The six referees recorded no technical stoppage, a first at this stage of the competition.",
      "Both finalists will represent Guinea in the sub-regional club champions’ tournament, whose draw will take place in the coming weeks. Éclair de Ratoma, winners of the third-place match, complete the podium.",
    ],
  },
  referees: {
    fr: [
      "Ils étaient trente et un à s’asseoir dans les salles de l’Université de Kindia au premier matin du stage ; vingt-quatre en sont repartis avec leur carte d’arbitre national. Neuf sont des femmes, un record depuis la création de la formation.",
      "Pendant deux jours, les stagiaires ont alterné cours et mises en situation. Le programme couvre le règlement général des compétitions, le contrôle du matériel, la gestion des interruptions, la détection des logiciels interdits et la protection des joueurs mineurs.",
      "L’épreuve la plus redoutée reste la simulation. Chaque candidat dirige deux rencontres, au cours desquelles les formateurs glissent quatre incidents : une déconnexion, une manette non conforme, une contestation agressive et un soupçon d’entente entre joueurs. Il dispose de deux minutes pour décider, puis de dix pour rédiger chaque rapport.",
      "« Un bon arbitre connaît le règlement. Un très bon arbitre sait l’expliquer à un joueur qui vient de perdre », rappelle Karamoko Bah, formateur national, qui a corrigé les soixante-deux rapports de la session. Les sept candidats ajournés pourront se présenter de nouveau sans frais.",
      "Parmi les reçus figure Mariama Touré, enseignante à Coyah, venue à l’arbitrage par ses élèves. « Ils jouaient de toute façon. J’ai préféré qu’ils jouent avec des règles », sourit-elle. Elle officiera dès ce mois-ci dans le championnat scolaire de sa préfecture.",
      "Avec cette promotion, la fédération compte cinquante-huit arbitres en exercice, répartis dans les huit régions. L’objectif est d’en réunir quatre-vingts avant la prochaine saison, soit au moins huit par région. Une nouvelle session de trente places est ouverte à Conakry ; le détail figure dans l’agenda.",
    ],
    en: [
      "Thirty-one candidates took their seats at the University of Kindia on the first morning of the course; twenty-four left with a national referee’s card. Nine of them are women, the highest number since the course was created.",
      "For two days the trainees moved between lectures and practical work. The syllabus covers the general competition rules, equipment checks, the handling of stoppages, the detection of prohibited software and the protection of under-age players.",
      "The most feared test remains the simulation. Each candidate runs two matches into which the instructors slip four incidents: a disconnection, a non-compliant controller, an aggressive protest and a suspicion of collusion. The candidate has two minutes to decide and ten to write each report.",
      "“A good referee knows the rules. A very good one can explain them to a player who has just lost,” says Karamoko Bah, the national instructor who marked all sixty-two reports from the session. The seven candidates who fell short may sit the examination again free of charge.",
      "Among those who passed is Mariama Touré, a teacher in Coyah who came to refereeing through her pupils. “They were going to play anyway. I would rather they played by rules,” she says with a smile. She will officiate in her prefecture’s school championship from this month.",
      "The federation now has fifty-eight active referees across the eight regions. The aim is to reach eighty before next season, with at least eight in every region. A further session of thirty places is open in Conakry; details are in the events calendar.",
    ],
  },
  qualified: {
    fr: [
      "La Guinée jouera la phase finale continentale. En terminant en tête de sa poule au tournoi de zone de Dakar, l’équipe nationale a obtenu l’un des deux billets réservés à l’Afrique de l’Ouest, avec trois victoires et un match nul en quatre rencontres.",
      "Le tournant est venu au troisième jour, face au pays hôte. Menés au score après la manche de football, les Guinéens ont aligné deux succès en jeux de combat, dont celui de Fatoumata Camara, 19 ans, plus jeune sélectionnée de l’histoire de l’équipe.",
      "« Nous n’avions jamais battu cette formation chez elle. Les joueurs ont gardé leur plan quand la salle entière poussait contre eux », se félicite Cheick Oumar Touré, capitaine de la sélection. Le match nul concédé le lendemain a suffi à assurer la première place.",
      "Cette qualification récompense une méthode. Depuis le début de la saison, les douze présélectionnés se retrouvent un week-end sur trois à Conakry pour un regroupement où l’analyse vidéo, la préparation physique et le suivi scolaire occupent autant de place que le jeu lui-même.",
      "La délégation de Dakar comptait six joueurs, deux entraîneurs, une psychologue du sport et un analyste. Quatre des six joueurs sont licenciés dans des clubs de l’intérieur, contre un seul lors de la campagne précédente.",
      "La liste définitive pour la phase finale sera communiquée après un dernier stage de dix jours. Le tirage au sort n’est pas encore connu, mais la Guinée sait déjà qu’elle sera versée dans le deuxième chapeau, ce qui lui évitera les quatre premières nations du classement au premier tour.",
    ],
    en: [
      "Guinea will play in the continental finals. By topping its group at the zone tournament in Dakar, the national team took one of the two places reserved for West Africa, with three wins and one draw from four matches.",
      "The turning point came on the third day, against the hosts. Behind after the football match, the Guineans won twice in the fighting games, once through Fatoumata Camara, 19, the youngest player ever selected for the team.",
      "“We had never beaten this side at home. The players stuck to their plan with the whole hall against them,” said Cheick Oumar Touré, the team captain. A draw the following day was enough to secure first place.",
      "The result rewards a method. Since the start of the season, the twelve shortlisted players have met in Conakry every third weekend for camps in which video analysis, physical preparation and school work take up as much time as play itself.",
      "The delegation in Dakar was made up of six players, two coaches, a sports psychologist and an analyst. Four of the six players belong to clubs outside the capital, compared with just one in the previous campaign.",
      "The final squad will be announced after a last ten-day camp. The draw has yet to be made, but Guinea already knows it will be in the second pot, which keeps it away from the four top-ranked nations in the first round.",
    ],
  },
  women: {
    fr: [
      "La salle s’est levée avant même l’annonce officielle. En dominant Hawa Soumah trois manches à une, Fatoumata Camara a offert à Labé sa première Coupe féminine et au Syli Esport son premier trophée national, toutes épreuves confondues.",
      "Soixante-quatre joueuses venues de dix préfectures avaient fait le déplacement à Conakry, soit deux fois plus qu’à l’édition précédente. La plus jeune avait seize ans, la plus âgée quarante et un ; vingt-huit disputaient leur première compétition officielle.",
      "Le parcours de la gagnante n’a rien eu d’une promenade. Elle a sauvé une balle de match en huitième de finale, puis éliminé la tenante du titre, Aïssatou Sylla, dans une demi-finale que le public retiendra comme le sommet du week-end.",
      "« Quand j’ai commencé, j’étais la seule fille de la salle. Ce soir, je ne connaissais pas la moitié des participantes, et c’est la meilleure nouvelle », a déclaré Fatoumata Camara. Elle reversera une partie de sa dotation à l’achat de deux postes de jeu pour son club.",
      "Autour de la compétition, la fédération avait prévu des conditions d’accueil particulières : transport collectif depuis les gares routières, garde d’enfants sur place, arbitrage entièrement féminin et cellule d’écoute. Ces mesures seront étendues à toutes les épreuves nationales.",
      "« La Coupe n’est pas une fin. Nous voulons que ces joueuses s’inscrivent ensuite dans les tableaux mixtes, et qu’elles y restent », explique Aïssatou Baldé, responsable de l’esport féminin. Onze participantes de la phase finale ont déjà demandé leur engagement au prochain tournoi national.",
    ],
    en: [
      "The hall was on its feet before the result was announced. By beating Hawa Soumah three games to one, Fatoumata Camara gave Labé its first Women’s Cup and Syli Esport its first national trophy in any event.",
      "Sixty-four players from ten prefectures had travelled to Conakry, twice as many as at the previous edition. The youngest was sixteen and the oldest forty-one; twenty-eight were playing in their first official competition.",
      "The winner’s path was anything but easy. She saved a match point in the round of sixteen, then knocked out the holder, Aïssatou Sylla, in a semi-final the crowd will remember as the high point of the weekend.",
      "“When I started, I was the only girl in the room. Tonight I did not know half of the players, and that is the best news of all,” said Fatoumata Camara. She will put part of her prize money towards two new gaming stations for her club.",
      "Around the competition, the federation had made special arrangements: shared transport from the bus stations, childcare on site, an all-female refereeing team and a confidential support desk. These measures will be extended to every national event.",
      "“The Cup is not an end in itself. We want these players to enter mixed competitions afterwards, and to stay there,” says Aïssatou Baldé, Head of Women’s Esports. Eleven of those who reached the later rounds have already applied for the next national tournament.",
    ],
  },
  minors: {
    fr: [
      "Le comité exécutif a adopté un règlement consacré aux joueurs mineurs. Il s’applique à toutes les compétitions homologuées et à tous les clubs affiliés, qui disposent de deux mois pour se mettre en conformité.",
      "Première obligation : l’accord écrit du responsable légal, demandé à la prise de licence puis pour chaque déplacement hors de la préfecture de résidence. Un formulaire unique, en français, remplace les documents propres à chaque club.",
      "Le temps de jeu est désormais limité. Un mineur ne peut disputer plus de quatre heures de compétition par jour, avec une pause d’au moins quinze minutes par heure. Aucune rencontre le concernant ne débutera après vingt heures une veille de classe.",
      "Chaque club désignera un référent chargé de la protection des jeunes, formé par la fédération et présent lors des entraînements. Les familles disposeront de son nom et de son numéro. Tout signalement sera transmis sous vingt-quatre heures à une cellule indépendante de la direction du club.",
      "Le texte encadre aussi l’argent. Les gains d’un mineur seront versés sur un compte ouvert par son responsable légal, et tout contrat avec un partenaire devra être visé par la fédération avant signature. Les paris sur les compétitions de jeunes sont interdits à tous les licenciés.",
      "« Les parents nous confient leurs enfants. Ils ont le droit de savoir à quelles règles nous nous tenons », souligne Ousmane Tounkara, secrétaire général. Les manquements exposent un club à une suspension d’affiliation, et un dirigeant à une radiation.",
      "Le formulaire d’accord parental et un guide du jeune joueur sont disponibles dans la rubrique Ressources. Des réunions d’information se tiendront dans les huit régions avant l’entrée en vigueur.",
    ],
    en: [
      "The Executive Committee has adopted a set of rules for under-age players. It applies to every sanctioned competition and every affiliated club, and clubs have two months to comply.",
      "The first requirement is the written consent of a parent or guardian, given when the licence is issued and again for each trip outside the player’s home prefecture. A single form replaces the various documents used by clubs until now.",
      "Playing time is now limited. A minor may not compete for more than four hours a day, with a break of at least fifteen minutes every hour. No match involving a minor may start after eight in the evening on the night before school.",
      "Each club will appoint a child protection officer, trained by the federation and present at practice sessions. Families will be given that person’s name and number. Any report must be passed within twenty-four hours to a unit independent of the club’s management.",
      "The rules also deal with money. A minor’s winnings will be paid into an account opened by a parent or guardian, and any contract with a sponsor must be reviewed by the federation before it is signed. No licence holder may bet on youth competitions.",
      "“Parents entrust their children to us. They are entitled to know the rules we hold ourselves to,” says Ousmane Tounkara, Secretary General. Breaches may cost a club its affiliation and an official their place in the sport.",
      "The parental consent form and a guide for young players are available in the Resources section. Information meetings will be held in all eight regions before the rules take effect.",
    ],
  },
  campus: {
    fr: [
      "Dix établissements d’enseignement supérieur disposent désormais d’un club affilié. Conakry, Kindia, Labé, Kankan, Faranah, N’Zérékoré et Boké sont représentées dans ce premier réseau universitaire, que la fédération accompagne depuis le début de l’année académique.",
      "Le modèle est volontairement léger : une salle prêtée par l’établissement, six postes, un bureau étudiant élu et un enseignant référent. La fédération fournit le règlement, la formation des dirigeants et un outil commun de gestion des licences.",
      "L’entrée au club suppose un engagement : valider son semestre. Les capitaines reçoivent les relevés d’assiduité et peuvent écarter temporairement un joueur. « Personne n’a quitté l’équipe. Deux étudiants sont revenus en cours », observe Souleymane Barry, enseignant en informatique et référent à Labé.",
      "Les clubs servent aussi de terrain d’apprentissage. À Conakry, des étudiants en communication assurent les commentaires en direct ; à Kankan, une équipe d’informatique a conçu le logiciel qui gère les tableaux du tournoi régional. Quatorze stages ont été signés depuis l’ouverture.",
      "Une première ligue universitaire réunira les dix clubs au second semestre, avec des matchs en ligne et une phase finale sur un campus choisi par tirage au sort. Chaque équipe devra compter au moins une joueuse et un joueur remplaçant.",
      "Six autres établissements ont demandé à rejoindre le réseau. Leur candidature sera examinée à la prochaine réunion de la commission technique, sur la base de la salle proposée et de l’engagement de l’équipe enseignante.",
    ],
    en: [
      "Ten higher education institutions now have an affiliated club. Conakry, Kindia, Labé, Kankan, Faranah, N’Zérékoré and Boké are all part of this first university network, which the federation has supported since the start of the academic year.",
      "The model is deliberately light: a room lent by the institution, six gaming stations, an elected student committee and a member of staff in charge. The federation provides the rules, training for officers and a shared tool for managing licences.",
      "Joining comes with a commitment: passing the semester. Captains receive attendance records and may stand a player down. “Nobody has left the team. Two students have come back to lectures,” says Souleymane Barry, a computer science lecturer who supervises the club in Labé.",
      "The clubs are also a training ground. In Conakry, communication students provide live commentary; in Kankan, a computing team wrote the software that runs the regional brackets. Fourteen internships have been signed since the clubs opened.",
      "A first university league will bring the ten clubs together in the second semester, with online matches and finals on a campus chosen by draw. Each team must include at least one woman and one substitute.",
      "Six more institutions have asked to join the network. The technical commission will consider their applications at its next meeting, on the strength of the room proposed and the commitment of the teaching staff.",
    ],
  },
  abroad: {
    fr: [
      "Trois arbitres guinéens officieront cette saison hors de nos frontières. Kadiatou Bah, Alpha Oumar Sylla et Jean Haba ont été retenus au terme d’une évaluation qui réunissait quarante-sept candidats de dix-neuf pays.",
      "La sélection s’est déroulée en deux temps : un examen écrit en ligne, en français et en anglais, puis l’arbitrage commenté de six séquences vidéo. Les trois Guinéens figurent parmi les douze premiers du classement final.",
      "Kadiatou Bah, 34 ans, dirigera des rencontres de jeux de combat. Ancienne joueuse, elle arbitre depuis cinq ans et a formé une partie des officiels de Basse-Guinée. « L’évaluation portait moins sur le règlement que sur la manière de décider et de l’expliquer », raconte-t-elle.",
      "Alpha Oumar Sylla interviendra sur les épreuves de football et Jean Haba, venu de N’Zérékoré, sur les compétitions par équipes sur mobile. Tous deux suivront au préalable un stage de cinq jours consacré aux procédures internationales.",
      "Pour la fédération, l’enjeu dépasse ces trois parcours. Chaque arbitre désigné s’engage à animer, à son retour, une session de formation dans sa région, et à transmettre les supports utilisés à l’étranger après traduction.",
      "Les désignations couvrent une saison et seront renouvelées au vu des rapports d’évaluation. Une deuxième vague de candidatures est attendue en fin d’année ; les arbitres nationaux comptant deux ans d’exercice peuvent se faire connaître auprès de la direction technique.",
    ],
    en: [
      "Three Guinean referees will officiate abroad this season. Kadiatou Bah, Alpha Oumar Sylla and Jean Haba were chosen after an assessment of forty-seven candidates from nineteen countries.",
      "Selection took place in two stages: an online written examination in French and English, then a commented review of six video sequences. All three Guineans finished among the top twelve.",
      "Kadiatou Bah, 34, will take charge of fighting game matches. A former player, she has been refereeing for five years and has trained many of the officials in Lower Guinea. “The assessment was less about the rules than about how you decide and how you explain it,” she says.",
      "Alpha Oumar Sylla will work on football events and Jean Haba, from N’Zérékoré, on mobile team competitions. Both will first attend a five-day course on international procedures.",
      "For the federation, more is at stake than three careers. Each appointed referee undertakes to lead a training session in their region on returning, and to share the materials used abroad once they have been translated.",
      "Appointments run for one season and will be renewed in the light of assessment reports. A second call for candidates is expected at the end of the year; national referees with two years’ experience may contact the technical department.",
    ],
  },
  opening: {
    fr: [
      "Les portes du Palais du Peuple ont ouvert à quinze heures ; à seize heures trente, il ne restait plus un siège. Près de deux mille spectateurs ont assisté au lancement de la saison, un chiffre que la fédération n’avait jamais atteint en salle.",
      "La soirée s’est ouverte par un défilé des clubs affiliés, chacun précédé de la bannière de sa ville, avant une démonstration de jeunes joueurs issus de quatre collèges de Conakry. L’hymne national, repris par la salle, a donné le signal du premier match.",
      "Sur scène, l’affiche opposait une sélection de Conakry à une sélection des régions. Les visiteurs l’ont emporté deux manches à une, portés par Kabiné Sacko, invaincu en trois combats, et par une équipe mobile de Kankan qui jouait ensemble pour la première fois.",
      "« Beaucoup découvraient l’esport ce soir. Ils ont vu de l’entraînement, de la discipline et des supporters qui s’applaudissent », s’est réjouie Kadiatou Soumah, vice-présidente de la fédération. Un espace d’initiation, dans le hall, a accueilli plus de quatre cents enfants et parents.",
      "La saison comptera six étapes régionales, une Coupe féminine, un championnat interclubs et un tournoi national de football virtuel. Pour la première fois, toutes les finales seront retransmises en français, avec des résumés en soussou, en pular et en maninka.",
      "Le dispositif de la soirée, monté par quarante bénévoles, servira de modèle aux organisateurs locaux. La fiche technique, du plan de salle à l’alimentation électrique, a été intégrée au guide de l’organisateur.",
    ],
    en: [
      "The doors of the Palais du Peuple opened at three in the afternoon; by half past four there was not a seat left. Close to two thousand spectators attended the launch of the season, a figure the federation had never reached indoors.",
      "The evening began with a parade of affiliated clubs, each behind the banner of its town, followed by a demonstration by young players from four Conakry schools. The national anthem, taken up by the whole hall, gave the signal for the first match.",
      "On stage, a Conakry selection faced a team drawn from the regions. The visitors won two to one, led by Kabiné Sacko, unbeaten in three bouts, and by a mobile team from Kankan playing together for the first time.",
      "“Many people discovered esports tonight. They saw training, discipline and supporters who applaud each other,” said Kadiatou Soumah, the federation’s Vice-President. A beginners’ area in the foyer welcomed more than four hundred children and parents.",
      "The season will include six regional rounds, a Women’s Cup, an interclub championship and a national virtual football tournament. For the first time, every final will be broadcast in French, with highlights in Susu, Pular and Maninka.",
      "The event was set up by forty volunteers and will serve as a model for local organisers. Its technical sheet, from the seating plan to the power supply, has been added to the organiser’s guide.",
    ],
  },
  assembly: {
    fr: [
      "Réunie en assemblée générale ordinaire à Conakry, la fédération a adopté sa feuille de route pour les trois prochaines saisons. Les délégués des quatorze clubs alors affiliés ont approuvé le texte à l’unanimité, moins une abstention.",
      "L’orientation principale tient en une phrase : une ligue active dans chacune des huit régions. Aujourd’hui, plus de la moitié des licenciés vivent à Conakry. L’objectif est que deux licenciés sur trois résident ailleurs à l’issue du plan.",
      "Trois chantiers accompagneront cette ouverture : la formation de quatre-vingts arbitres, l’équipement des salles de l’intérieur et la création d’un réseau universitaire. Un règlement de protection des joueurs mineurs sera soumis au comité exécutif avant la fin de l’exercice.",
      "Le rapport financier, certifié sans réserve par le commissaire aux comptes, fait apparaître un léger excédent. Les délégués ont décidé de l’affecter aux déplacements des clubs éloignés. Le montant de la licence individuelle reste fixé à 15 000 GNF par an.",
      "« Une fédération nationale se juge à ce qu’elle apporte au club le plus éloigné de son siège », a déclaré le président, Saïkou Barry, en clôture des travaux. Le bureau présentera un bilan d’étape à chaque assemblée, avec des indicateurs publics.",
      "Le procès-verbal, réservé aux membres, a été transmis aux clubs. Les statuts, le règlement intérieur et le rapport annuel d’activité sont en libre accès dans la rubrique Ressources.",
    ],
    en: [
      "At its annual general meeting in Conakry, the federation adopted its roadmap for the next three seasons. Delegates from the fourteen clubs then affiliated approved the text with one abstention and no votes against.",
      "The main direction fits in a sentence: an active league in each of the eight regions. Today more than half of all licence holders live in Conakry. By the end of the plan, the aim is for two in three to live elsewhere.",
      "Three programmes will support this: the training of eighty referees, equipment for rooms outside the capital and the creation of a university network. Rules for the protection of under-age players will go before the Executive Committee by the end of the financial year.",
      "The financial report, certified without qualification by the auditor, shows a small surplus. Delegates decided to put it towards travel for the most distant clubs. The individual licence remains at 15,000 GNF a year.",
      "“A national federation is judged by what it brings to the club furthest from its head office,” said the President, Saïkou Barry, as he closed the meeting. The board will report on progress to each assembly, using published indicators.",
      "The minutes, which are reserved for members, have been sent to the clubs. The statutes, the internal regulations and the annual activity report are freely available in the Resources section.",
    ],
  },
} satisfies Record<string, { fr: string[]; en: string[] }>;

type SampleArticle = Partial<News> &
  Pick<
    News,
    "title" | "title_en" | "excerpt" | "excerpt_en" | "category" | "image_url" | "tags"
  > & {
    text: keyof typeof SAMPLE_NEWS_TEXTS;
    days_ago: number;
    /** Hour of the day, UTC. */
    hour: number;
  };

const ARTICLES: SampleArticle[] = [
  {
    text: "fibre",
    title: "Nimba Télécom raccordera douze clubs de l’intérieur à la fibre",
    title_en: "Nimba Télécom to bring fibre to twelve clubs outside the capital",
    excerpt:
      "Conclu pour trois saisons, l’accord doit effacer l’écart de connexion qui pénalise les joueurs de Labé, de Kankan ou de N’Zérékoré face à ceux de Conakry.",
    excerpt_en:
      "The three-season agreement aims to close the connection gap that holds back players in Labé, Kankan and N’Zérékoré when they face opponents from Conakry.",
    category: "Partenariat",
    image_url: "/pictures/handshake-towers.jpg",
    tags: ["partenariat", "fibre", "régions", "clubs"],
    days_ago: 2,
    hour: 9,
  },
  {
    text: "final",
    title: "Interclubs : les Lions de Kaloum conservent leur titre au bout du suspense",
    title_en: "Interclub final: Lions de Kaloum keep their title in a decisive fifth match",
    excerpt:
      "Menés deux manches à une devant le public de Kankan, les champions en titre ont renversé le Baobab Gaming dans l’épreuve mobile décisive, après quatre heures de finale.",
    excerpt_en:
      "Trailing two matches to one in front of a Kankan crowd, the holders turned the tie around against Baobab Gaming in the mobile decider after a four-hour final.",
    category: "Compétition",
    image_url: "/pictures/trophy-confetti.jpg",
    tags: ["championnat", "finale", "clubs"],
    days_ago: 13,
    hour: 8,
  },
  {
    text: "referees",
    title: "Arbitrage : vingt-quatre nouveaux diplômés, dont neuf femmes, à Kindia",
    title_en: "Refereeing: twenty-four graduates, nine of them women, in Kindia",
    excerpt:
      "Deux jours de cours, une simulation sous pression et un examen écrit : la promotion de Kindia porte à cinquante-huit le nombre d’arbitres nationaux en exercice.",
    excerpt_en:
      "Two days of lectures, a simulation under pressure and a written examination: the Kindia course brings the number of active national referees to fifty-eight.",
    category: "Formation",
    image_url: "/pictures/classroom-referees.jpg",
    tags: ["formation", "arbitrage", "régions"],
    days_ago: 24,
    hour: 10,
  },
  {
    text: "qualified",
    title: "L’équipe nationale décroche sa place en phase finale continentale",
    title_en: "National team secures its place at the continental finals",
    excerpt:
      "Première de sa poule au tournoi de zone de Dakar, la sélection guinéenne a battu le pays hôte avant d’assurer l’essentiel lors de la dernière journée.",
    excerpt_en:
      "Top of its group at the zone tournament in Dakar, Guinea beat the host nation before making sure of qualification on the final day of matches.",
    category: "International",
    image_url: "/pictures/national-team.jpg",
    tags: ["sélection", "afrique", "qualification"],
    days_ago: 38,
    hour: 17,
  },
  {
    text: "women",
    title: "Coupe féminine : soixante-quatre joueuses et un premier sacre pour Labé",
    title_en: "Women’s Cup: sixty-four players and a first title for Labé",
    excerpt:
      "Fatoumata Camara s’impose en finale et offre au Syli Esport son premier trophée national, au terme d’une édition dont la participation a doublé.",
    excerpt_en:
      "Fatoumata Camara wins the final and gives Syli Esport its first national trophy, at the close of an edition in which the number of entrants doubled.",
    category: "Compétition",
    image_url: "/pictures/women-cup.jpg",
    tags: ["féminin", "coupe", "labé"],
    days_ago: 55,
    hour: 19,
  },
  {
    text: "minors",
    title: "Joueurs mineurs : accord parental et temps de jeu désormais encadrés",
    title_en: "Under-age players: clear rules on parental consent and playing time",
    excerpt:
      "Le comité exécutif adopte un règlement de protection des mineurs. Les clubs affiliés ont deux mois pour désigner un référent et se mettre en conformité.",
    excerpt_en:
      "The Executive Committee has adopted rules to protect under-age players. Affiliated clubs have two months to appoint a protection officer and to comply.",
    category: "Communiqué",
    image_url: "/pictures/press-desk.jpg",
    tags: ["jeunesse", "règlement", "familles"],
    days_ago: 78,
    hour: 11,
  },
  {
    text: "campus",
    title: "Dix campus, dix clubs : l’esport entre dans la vie universitaire",
    title_en: "Ten campuses, ten clubs: esports becomes part of university life",
    excerpt:
      "De Conakry à N’Zérékoré, un premier réseau de clubs étudiants prend forme autour d’une règle simple : on joue si l’on valide son semestre.",
    excerpt_en:
      "From Conakry to N’Zérékoré, a first network of student clubs is taking shape around one simple rule: you play if you pass your semester.",
    category: "Formation",
    image_url: "/pictures/campus-clubs.jpg",
    tags: ["université", "jeunesse", "clubs"],
    days_ago: 101,
    hour: 9,
  },
  {
    text: "abroad",
    title: "Trois arbitres guinéens appelés sur des compétitions internationales",
    title_en: "Three Guinean referees called up for international competitions",
    excerpt:
      "Retenus parmi quarante-sept candidats de dix-neuf pays, Kadiatou Bah, Alpha Oumar Sylla et Jean Haba officieront à l’étranger pendant toute la saison.",
    excerpt_en:
      "Chosen from forty-seven candidates in nineteen countries, Kadiatou Bah, Alpha Oumar Sylla and Jean Haba will officiate abroad throughout the season.",
    category: "International",
    image_url: "/pictures/world-map.jpg",
    tags: ["arbitrage", "international"],
    days_ago: 128,
    hour: 14,
  },
  {
    text: "opening",
    title: "Coup d’envoi de la saison devant deux mille spectateurs au Palais du Peuple",
    title_en: "Season opens before two thousand spectators at the Palais du Peuple",
    excerpt:
      "Défilé des clubs, démonstration de collégiens et victoire surprise de la sélection des régions : la soirée d’ouverture a battu le record d’affluence en salle.",
    excerpt_en:
      "A parade of clubs, a demonstration by school players and a surprise win for the regional selection: opening night set a new indoor attendance record.",
    category: "Compétition",
    image_url: "/pictures/arena-night.jpg",
    tags: ["saison", "conakry", "public"],
    days_ago: 160,
    hour: 8,
  },
  {
    text: "assembly",
    title: "Assemblée générale : la fédération met le cap sur les huit régions",
    title_en: "General assembly: the federation sets its course for all eight regions",
    excerpt:
      "Les délégués des clubs ont adopté une feuille de route sur trois saisons, centrée sur les ligues régionales, l’arbitrage et l’équipement des salles.",
    excerpt_en:
      "Club delegates have adopted a three-season roadmap built around regional leagues, refereeing and better equipment for gaming rooms across the country.",
    category: "Communiqué",
    image_url: "/pictures/coast-conakry.jpg",
    tags: ["assemblée", "gouvernance", "régions"],
    days_ago: 207,
    hour: 16,
  },
];

function publicationDate(now: Date, daysAgo: number, hour: number): Date {
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo, hour),
  );
}

/** Ten published articles, newest first, dated backwards from `now`. */
export function sampleNews(now: Date): News[] {
  return ARTICLES.map(({ text, days_ago, hour, ...article }, index) => ({
    ...emptyRecord(newsRecord),
    ...article,
    id: `01930000-0000-7000-8000-000000001${String(index + 1).padStart(3, "0")}`,
    content: SAMPLE_NEWS_TEXTS[text].fr.join("\n"),
    content_en: SAMPLE_NEWS_TEXTS[text].en.join("\n"),
    published: true,
    public_from: publicationDate(now, days_ago, hour),
    public_until: null,
    dated_at: publicationDate(now, days_ago, hour),
  }));
}
