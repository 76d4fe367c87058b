/**
 * The 3000 most common passwords of at least 8 characters, in lower case, the most common first (OWASP ASVS 5.0, 6.2.4).
 * From zxcvbn's frequency list, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., MIT licence.
 */
const words = `
password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer trustno1 sunshine
iloveyou computer michelle starwars princess 11111111 corvette 1234qwer internet samantha q1w2e3r4t5 maverick whatever
mercedes steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy victoria marlboro password1 1q2w3e4r cocacola jordan23
asdfasdf danielle 12344321 jonathan liverpoo qwerty123 passw0rd abcd1234 slipknot scorpion startrek asdfghjkl redskins
qazwsxedc liverpool nicholas butthead dolphins qwertyui shithead metallic mountain benjamin elephant rush2112
1q2w3e4r5t creative garfield bullshit asdfghjk 1qazxsw2 december airborne brooklyn godzilla 4815162342 williams
darkness blink182 platinum 01012011 11223344 lifehack 12qwaszx snowball nintendo november pakistan redwings explorer
guinness lasvegas 789456123 christin asdf1234 babygirl michigan carolina alexande dickhead minecraft metallica
kristina kimberly snickers paradise caroline 147258369 lacrosse bollocks poohbear qweasdzxc einstein drowssap courtney
spitfire patricia maryjane champion svetlana anderson westside security zaq12wsx alexander 123456789a 1232323q
scarface qwerty12 marshall veronica stargate 12345qwert semperfi brittany scotland cherokee simpsons michael1 vladimir
franklin passport infinity bulldogs 1234554321 budlight usuckballz1 softball fktrcfylh kawasaki wildcats logitech
swordfis alexandr motorola patriots colorado juventus freeuser warcraft wolverin elizabet valentin password123
mitchell spiderma hello123 ncc1701d virginia pearljam 123qweasd predator charlie1 panthers peekaboo rolltide american
cardinal chevelle fyfcnfcbz loverboy 123654789 changeme electric darkside wolfpack hercules lawrence letmein1
741852963 spiderman blizzard 123456789q cheyenne cjkysirj 147852369 basketball sterling pussycat a1b2c3d4 airplane
freepass billybob chocolat stingray firebird zeppelin business tarheels greenday 01011980 engineer hellfire serenity
fireball darkstar 1029384756 mustang1 remember pavilion 01012000 bobafett dbrnjhbz harrison welcome1 swimming defender
precious icecream swordfish presario rockstar airforce thailand bluebird goldfish wrangler cadillac longhorn qazwsx123
microsoft christia 123qweasdzxc assassin atlantis lonewolf software srinivas angelina leonardo valentina veronika
babydoll butterfly wordpass devildog soso123aljg mistress freedom1 montreal wolfgang basketba hotstuff 31415926
birthday stephani jessica1 shamrock fuckyou2 savannah kathleen deftones goldberg renegade cristina hamilton blahblah
enterpri 1234abcd babylon5 sweetpea trfnthbyf yankees1 bigboobs aardvark butterfl marathon cavalier manchester
napoleon buckeyes 01011990 diamonds 1qaz2wsx3edc highland elizabeth chandler drpepper campbell pornstar 12345678910
sherlock thuglife morpheus wetpussy consumer adgjmptw barcelona overlord isabella sundance isabelle ultimate ncc1701e
matthew1 geronimo 123qwe123 aleksandr portugal superfly q1w2e3r4t5y6 florence wrinkle1 seminole alejandr 11235813
concrete margaret access14 letmein2 christop trombone rhbcnbyf qazxswedc pleasure christian cdtnkfyf stallion kingkong
mongoose personal bluemoon a1234567 fuckyou1 immortal 123454321 anthony1 dietcoke giovanni morrison hollywoo 14789632
clifford fernando bonehead ghbdtnbr charlott hongkong william1 ilovesex 1123581321 sebastia werewolf lollipop eternity
super123 cooldude tottenha anything stocking columbia robinson makaveli satan666 verbatim standard blackcat raistlin
qwerty12345 punkrock infantry 01012010 waterloo musicman seinfeld megadeth gn56gn56 skywalke squirrel wolverine
stardust qazwsxed twilight vanhalen intrepid 1234567a punisher showtime ekaterina 111222333 skittles hannibal thunder1
1q2w3e4r5t6y chelsea1 panasonic sandiego portland penelope blackdog californ playtime 1a2b3c4d christine gangster
warriors chargers dingdong mushroom crusader dkflbvbh anastasia stranger guardian slapshot septembe 147896325 angelica
scarlett rammstein 123321123 munchkin kittycat santiago 1passwor barcelon coltrane goodluck starcraft blackman
katerina shaney14 fuck_inside discover spanking lonestar meridian heather1 stonecol 192837465 lowrider 25802580
richard1 alexandra beautiful zaq1xsw2 tacobell halflife 123698745 catalina keyboard kangaroo socrates thompson
formula1 qwerasdf national mailcreated5240 asshole1 fuckface lorraine vacation penguins 12369874 ragnarok colombia
sebastian dodgeram mustangs sithlord scoobydo oblivion titleist magnolia zxcv1234 director richmond bigballs blueeyes
mersedes 12312312 springer patrick1 cowboys1 nuttertools martinez 1122334455 gateway1 imperial grateful peterpan
kingston pa55word freckles margarita aspirine mariners deadhead research rootbeer children stephanie frederic scooter1
11112222 plymouth creampie justdoit 1234567q lightnin caliente goodtime thankyou raiders1 brucelee redalert aquarius
catherin porkchop sapphire shopping qwert123 a1s2d3f4 qazwsxedcrfv fletcher blackjac hastings chevrole 01012001
amsterdam spectrum diamond1 123456qwerty atlantic beatrice labrador southern syracuse front242 rosemary candyman
commando clitoris pineappl lesbians 8j4ye3uz monopoly romashka 123456aa gangbang spartans snuggles charlotte infiniti
1234567890q cosworth jeremiah phoenix1 qawsedrf doberman brandon1 emmanuel webmaster porsche9 beefcake godsmack
viktoria starbuck valhalla starfish clarence achilles ncc1701a arsenal1 sailboat jackson1 terminator phillies kentucky
pa55w0rd swingers frontier butthole doughboy september nebraska qwertyuio maryland agent007 oklahoma pinkfloy
qwerty123456 dannyboy luckydog whocares nathalie vfrcbvrf ihateyou vkontakte mandingo california dilligaf bunghole
golfball technics 01011991 15426378 aberdeen enterprise stripper hurrican rfnthbyf dthjybrf handsome excalibu brothers
melissa1 lancelot keystone passwort flamingo australia pokemon1 designer kamikaze somethin warhammer bradford deeznuts
apollo13 macdaddy rangers1 manchest michaela meatball columbus eatpussy truelove sentinel universe 123456789z jamesbon
sexygirl billyboy microsof microlab military gordon24 function pantyhos 01011985 lifetime theodore 73501505 passwor1
azsxdcfv charlton 01011970 bigmoney fordf150 superstar terminal saratoga wildfire vladislav gretchen hollywood
greenbay trinidad poiuytrewq chicken1 321654987 01011981 maradona chester1 rjirfrgbde rightnow jasmine1 hyperion
treasure meatloaf 01011986 catherine pass1234 japanese anaconda christopher woofwoof poontang richards lionking
happy123 albatros kenworth dinosaur happyday holyshit turkey50 chocolate ericsson chickens zxcasdqwe fktrcfylhf
polniypizdec0211 crazybab sherwood positive madeline anhyeuem hardrock skywalker february samsung1 applepie abc12345
gandalf1 rockhard hellyeah davidson skorpion hedgehog australi america1 1qa2ws3ed 13243546 yosemite karolina starship
salvador greatone 0.0.0.000 football1 freeporn roadkill killbill 78945612 francois cinnamon backdoor packers1 rastaman
sojdlg123aljg robotech alliance marianne 18436572 mechanic pingpong operator rasputin 963852741 amsterda jeanette
majestic wrestlin gotohell kingfish passwords railroad zxcvbnm1 lineage2 charles1 phillips nwo4life peterson thursday
a123456789 chemical fuckthis kcj9wx5n umbrella r2d2c3po snoopdog splinter underdog broadway megapass kristine p0015123
shannon1 bullseye blackhaw jamesbond tunafish dkflbckfd 123789456 sinclair translator giuseppe saturday gfhjkm123
supersta magicman meredith caligula 12131415 dfktynbyf deepthroat tazmania crawford tommyboy marino13 vfhufhbnf
brighton christina mamapapa budweise getmoney qazwsx12 chainsaw eastside qwerty1234 01011989 undertaker downtown
snowboar moneyman chrisbln viewsonic penthous canadian flounder whitesox thanatos panasoni sneakers chicago1 ghjcnjnfr
titanium madison1 solution intruder gargoyle poseidon newcastl johannes buckshot sunnyday 01011988 goldstar ferrari1
boomboom test1234 florida1 superman1 multiplelo motherlode westwood federico apple123 sunflowe assholes babyblue
123qwerty starfire callaway paintbal knickers lokomotiv winston1 rjycnfynby thirteen hotpussy philippe panther1
avalanch newyork1 01011984 idontknow original vfvfgfgf tomorrow 01011987 zerocool godfather 1x2zkg8w zxasqw12 francesc
christie paintball syncmaster aleksandra 02071986 attitude southpark cambiami monalisa chuckles gladiator spongebob
03082006 mazafaka meathead barefoot 12345678q cfitymrf blessing clevelan terrapin clarinet deeznutz traveler pianoman
hawkeyes casanova 10203040 meowmeow andromeda crystal1 valencia triangle rhiannon monster1 01011910 smeghead resident
cerberus rockford 1q2w3e4r5 goldwing juliette gabriell crjhgbjy james007 tiberius nokia6300 hayabusa 12345679 together
salamander 12qw34er thegreat wrestling gesperrt whiskers mohammed overkill rhfcjnrf montgom240 sersolution confused
rebecca1 brewster spaceman bulldog1 something runescape 12345qwe lightning recovery 01011992 megatron illusion
roadking 19411945 hoosiers 01091989 adrienne leavemealone 14725836 medicine motherfucker realmadrid balloons
tinkerbell heineken moonlight 02071982 12345678a mortgage fishing1 doghouse blackbir hardcock 135792468 seahawks
godfathe bookworm talisman blackjack babyface hawaiian 01011975 mortimer 123456654321 roadrunn 01011993 handyman
alphabet password2 christmas digital1 beautifu dutchess charlene tiffany1 idontkno teddybea valkyrie inuyasha wareagle
dragonball dolphin1 sullivan gameover property kittykat stanford wishbone sinister fuckoff1 02021987 02011985 geoffrey
dragon12 katherine gamecube 02081988 friendly bitchass gabriela matthews preacher 02041986 z1x2c3v4 playstation
01011977 claymore checkers armagedon 02051986 newpass6 aa123456 02091987 sporting silverad electron devil666 rhtdtlrj
12011987 02101985 thunderb ghostrider blackout 02031986 02021988 123456qw bcfields laurence southpar 02061985 lipstick
mandarin cannabis reynolds kleopatra baseball1 tottenham dirtbike 1234567890a jackson5 02011987 absolute northern
slippery qweasd123 bluefish 02091986 1357924680 mollydog 02021986 ghblehjr katherin starcraf cameltoe vasilisa
annabell 01011983 elizaveta illinois flexible farscape borussia yfcntymrf 02081984 scorpio1 fyutkbyf thedoors 02081987
02061986 123qq123 graphics 7ugd5hip2j asdfzxcv sunflower pussyman deadpool shepherd 01011982 gatorade carpedie
hopeless 02021984 cameron1 02031984 augustus alejandro argentina corleone 02021985 strength vampires webmaste chrysler
01020304 shanghai gabriel1 patience 987456321 binladen a12345678 buttercu 02081989 millions 21031988 sergeant millwall
universal dragonba register stonecold ashleigh 01011999 02011986 istanbul babylove bullfrog porsche1 02061989 bobdylan
cristian capslock teddybear 02041984 chevrolet gfhjkmgfhjkm criminal hardware coolness barbados knockers amateurs
jayhawks nightmare 9293709b13 brigitte eldorado soulmate andromed 50spanks 02021983 kakashka yeahbaby paranoid
netscape rainbow6 carlitos eastwood microphone monkey12 coldbeer fgtkmcby missouri just4fun 1234567891 02021989
02041983 specialk piramida salasana mephisto washington violetta spencer1 brittney heritage 02051983 estrella smashing
fountain creature fastball q2w3e4r5 buddyboy shitface 02031987 kissmyass radiohea 1234asdf wildcard maxwell1 rochelle
loveless 02011988 02081986 testpass pringles pinkfloyd browning insomnia 1a2s3d4f playboy1 02041982 darklord 02041988
02041987 magician sandwich telephon vsjasnel12 magazine iverson3 gamecock budapest yjdsqgfhjkm reckless 02011980
tiger123 01011979 maksimka kazantip 02101984 concorde qazwsxedc123 pharmacy abnormal jellybea islander jiggaman
classics hooligan strawberry 02081985 scrabble hawaii50 wg8e3wjf 123456qwe mazda626 rhjrjlbk 02071984 killer12
sweetnes masamune ferguson gertrude mariposa doomsday excalibur andersen buttfuck marcello 02021982 dynamite master12
lollypop chestnut gonzalez michael2 moonbeam 12365478 inspiron insanity 02061988 02031985 snowboard forsaken katarina
fullmoon creation sausages stanislav francesco robotics green123 mobydick senators pumpkins windsurf reddevil vfitymrf
nevermind woodland anastasiya 02081982 happiness faithful presiden yankees2 sheridan 02051982 vanguard aviation
rjhjktdf firewall 02011984 temppass drummer1 02031982 download evolution fandango pumpkin1 02061980 pussy123 highheel
christma qwerty11 02061987 gorgeous icehouse zxcvbnm123 pineapple harrypotter earnhard 01081989 02091983 angelika
mypassword zaqxswcde misfit99 holidays marianna 02101987 1z2x3c4v broncos1 services platypus 05051987 02041985
password12 radiohead 12051988 spongebo qwert12345 abrakadabra mckenzie dodgers1 02101989 vikings1 viktoriya 02071980
reddwarf longjohn 02071987 slamdunk alessandro warrior1 honolulu 134679852 johndeer windmill bergkamp 02091981
irishman zildjian 02041981 02061983 mudvayne freebird 02091980 02091984 training snowflak 01011900 nygiants playstat
webhompas jefferso comanche monkeybo 02051987 angel123 death666 hounddog josephin 02071988 02041979 thisisit 05051985
pallmall fishbone genesis1 clippers chambers 02051988 02081977 22041987 monsters bigblock whiteout 02061984 fuckinside
stefanie 02031981 123456789s iloveyou2 bluebell 08031986 undertak chipmunk mazdarx7 qwe123qwe kjrjvjnbd choochoo
lovelife 02051984 heinrich 02051989 15051981 anastasi festival 26061987 roadster cbr900rr good123654 zachary1
newcastle 02021979 testing1 highbury koroleva washingt 02061982 02091985 redbaron 11051987 james123 krasotka 10011986
pipeline michaels 7894561230 nascar24 01031988 tkbpfdtnf smirnoff wireless president 21031987 starligh summer99
13041988 fishhead 06061986 scoobydoo 02021981 yogibear konstantin terminat ghbywtccf slowhand soccer12 cricket1
fuckhead nostromo survivor cnfybckfd lemonade rainbow1 cocksuck peaches1 johnson1 02041989 solitude catwoman bearcats
username 01011978 wanderer 02101986 arkansas stephen1 paradigm 02011989 costello underground washburn fantasia
borabora 74108520 hurricane 12021988 01061990 gtnhjdbx 02071981 01011960 sundevil mustang6 armstron 13041987 revolver
02021976 trouble1 tropical jackass1 volkswag 30051985 pool6123 marines1 03041991 02031979 berkeley gilligan jermaine
24061986 14061991 wildbill 45m2do5bs 21011989 cleopatr 11081989 coventry nirvana1 sidekick 20061988 02081983 gbhfvblf
22021989 zanzibar highlander 23041987 02011981 tinkerbe 01121986 bluesman asdfgh01 threesom valentine 18011987
nautilus everlast 01071986 ghbdtn123 02071983 02021973 straight 12qw12qw nokia6233 longdong marjorie ghjcnjgfhjkm
customer penguin1 02091989 02071989 asdqwe123 07071987 tokiohotel sonyericsson pantera1 palmtree 14111986 andyod22
10031988 01041985 handball marseille 19101987 matthias viewsoni 13031987 evangelion 24011985 123456123 sandrine
02081980 28041987 sprinter private1 02101988 25081988 fearless 01091987 antelope 02021990 barselona buddy123 19061987
complete fyfnjkbq 12121990 10071987 fredrick zxcasdqwe123 question fairlane honeybee soccer10 13061986 fantomas
castillo 17051988 10051987 20111986 gladiato 01011995 25800852 buffalo1 cheshire 28021992 10101986 mcdonald tomahawk
03041986 bismillah bigpoppa superior 01121988 08121986 14021985 margarit success1 pasadena johngalt 02031980 coldplay
04041991 capricorn ministry sweetness 10011990 09051945 elcamino trinitro voyager1 02101983 carpente spartan1 12121985
22011988 callisto 02101981 vendetta david123 11061985 02031989 iloveyou1 yamahar1 wildwood foxylady 02041980 27061988
leedsutd 30041986 11051990 dominion 01061986 enforcer derparol 01041988 29071983 f00tball 25031987 21031990 remingto
01011994 29051989 20031987 02051980 04041988 vjqgfhjkm 28011987 rfvfcenhf 16051989 25121987 16051987 cleopatra
08051990 20091991 carnival 05051989 papillon knuckles 29011985 28021990 cutiepie ghjuhfvvf 22021986 freefall antonina
02011983 stephane kayleigh 17061988 baritone mischief hetfield dontknow sasha_007 18061990 12031985 12031987 calimero
15011987 alexandre 02031977 08081988 whiteboy 21051991 02071978 money123 18091985 02031988 cygnusx1 31011987 firefigh
blowfish screamer 20051988 11121986 01031989 harddick sexylady 30031988 02041974 20091988 123456ru wp2003wp 15051990
kordell1 03031986 swinging 01011974 02071979 trucking marijuana 02051978 giovanna 08031985 noname123 13121985 francisc
02011982 22071986 02101979 obsidian 02051985 dfktynby cromwell 02051976 15101986 21101986 lakeside 14021986 suckmydick
strawber facebook nokian73 25091987 16121987 02041975 17011987 slimshady whistler 10101990 22031984 15021985 01031985
blueball 26031988 chris123 13021990 cassandr 02051973 25041988 paramedi eclipse1 07091990 darkangel 23021986 02051981
smackdow 01021990 argentin moonligh capricor transfer 24111989 21051988 22041988 wrestler bigbooty pictures johncena
p@ssw0rd building cherries lalakers dogpound universa clarissa eggplant fussball 19283746 captain1 vincent1 taekwondo
prospect perfect1 capetown telephone budweiser sylveste 02051972 university cartman1 forever1 marseill magellan
hallo123 liverpool1 southpaw daylight fortress 02041978 notebook pufunga7782 goodgirl 02031978 challeng millenium
pentagon suburban sabrina1 camaross hotgirls 02051977 bubba123 goldfing moonshin jonathon sonyfuck mandrake 1234zxcv
bubbles1 marcius2 navigator hellokitty fkbyjxrf earthlink opendoor stanley1 07071977 cornwall 02081976 lakewood
bluejays commande gateway2 01011976 speedway ironmaiden destiny1 espresso toriamos ghhh47hj7649 therock1 p4ssw0rd
shadow12 23skidoo marriage roadrunner 12345qwer 02071975 bordeaux 135798642 cardinals supernov beatles1 optimist
vanessa1 ilovegod nightwish natasha1 patches1 gsxr1000 hattrick enternow almighty somerset lenochka suckdick
intercourse blue1234 gonzales 02061977 02031975 waterboy mamacita htubcnhfwbz azertyui limewire houston1 stratfor
12345qwerty stigmata klondike marijuan romantic hardball nineinch printing mulligan republic mississippi power123
vauxhall awesome1 funstuff krokodil rfntymrf cabernet sheepdog 02041977 natalie1 colonial montana1 chiquita sammy123
baltimor mash4077 cashmone vancouve dragon69 ilikepie 02071976 123456789m absolutely hairball toonarmy pimpdadd
q1234567 theforce scheisse maserati kirkland 02061976 sigmachi revolution bigdicks 02101976 riccardo rfhnjirf dolemite
pathfind password9 vqsablpzla modelsne myxworld hellsing rocknrol gabriele 02041976 kristian progress velocity
killer123 reginald futurama annmarie p0o9i8u7 smoothie archange delaware vagabond billabon 22061941 02031973 darkange
skateboard evolutio morrowind plastics zaqwsxcde dominiqu nevermore 02021971 forgetit elisabet aolsucks woodstoc
02011975 scrapper minimoni q123456789 02091976 ncc74656 slimshad friendster austin31 rachelle dilbert1 blackbird
jellybean 01011971 carebear fireblad 02051975 02101977 pornking flamengo 02091975 snowbird lonesome lighting baracuda
crackers 12345abc singapor bastards herewego 123456789d kamasutra muhammad vipergts navyseal masterbate peterbil
cucumber daughter 123qwert summer69 02091977 starwars1 sasha123 homework homemade bradley1 warhamme pinnacle flipflop
lfitymrf acidburn fellatio jeepster sexybitch vfntvfnbrf trinity1 cartoons rainyday exchange alleycat 12345qaz
mustang2 rockwell apollo11 escalade rainbows eleonora daisydog cocksucker fyutkjxtr whiplash adrenalin contract
ambrosia 5wr2i7h8 penetration stickman puppydog charisma nightmar 01011973 laetitia 02091973 0192837465 luckyone
14881488 goldeney 69camaro stafford cleveland dragonfl 02081974 touching 02071971 melanie1 phialpha 10293847 bismarck
7777777a 12348765 bynthytn alexander1 mallorca dragster favorite6 beethove normandy 1michael 02091971 nounours
trumpet1 wonderful thumper1 speakers playball rocknroll guillaum malaysia buttercup cambridg treefrog sexybabe
stockton pavement smackdown cannibal asdffdsa nthvbyfnjh 369258147 benessere skipper1 azertyuiop 123456789qwe
computer1 pancakes offshore generals sephiroth hallowee sparkles 1qazxsw23edc amethyst volleyba bettyboo ticklish
02061974 constant powerful 02061972 mynameis jupiter1 junkmail sunshine1 longhair 02101973 gannibal skinhead segblue2
montecar jesus123 charlie2 candyass special1 02041973 thrasher letsdoit password01 allison1 abcdefg1 notredam
789654123 liberty1 alcatraz painting frankie1 1qazzaq1 virginie dfcbkbcf blacklab edmonton montrose supernova frederik
ilovepussy justice1 playboy2 motocros auckland lockdown istheman pinetree 1234rewq rustydog tampabay babycake vampire1
streaming clemente fidelity cassandra capitals dreamcas riffraff playmate zxcvb123 fuckme69 pressure pizzaman
1234567899 delpiero 1million wonderboy pathetic 02081973 sergbest 02051970 02031974 44332211 cashmoney left4dead
01011972 66613666 england1 elements francine 123456as 123456qqq 02041972 jefferson 1234509876 sunlight 02061971
password99 popcorn1 lol12345 bigtruck revoluti conquest feelgood gogators sniffing papamama trooper1 citation tigercat
usmarine lebowski madagaskar loverman dragonballz italiano naughty1 mohammad asdfg123 fisherman weare138 alpha123
piercing abracadabra sweetheart entrance macintos 02011971 crescent fabulous eatmenow 18121812 kicksass rfhfvtkmrf
paladin1 lunchbox riversid acapulco scissors dreaming rhfcfdbwf mercury1 celebrity ronaldinho masterbating tennesse
surprise matchbox parlament goodyear 02081970 hardwood erection highlife innocent anonymous implants freestyle
aircraft bendover supersonic babybear laserjet natedogg sopranos cashflow adelaide ghjcnbnenrf favorite ireland1
information alterego claudia1 cantona7 humphrey ljxtymrf dangerous princesa blueberr bobmarley demon666 trinitron
flyers88 nokia5800 qwerasdfzxcv interest mallrats goldeneye tamerlan backbone waterman huskers1 1qw23er4 nineball
stewart1 ballsack flipper1 dortmund homepage coolhand greedisgood wonderfu barefeet 1111qqqq kcchiefs qweasdzxc123
jennifer1 asdasd123 cheerleaers mustang5 hillbill macaroni helsinki gigabyte buster12 cyclones protocol commander
halloween jurassic thebeast metallica1 nemrac58 love1234 02031970 flvbybcnhfnjh feathers soccer11 marauder redheads
godbless carlisle aaaa1111 experienced greywolf pimpdaddy 123456789r reloaded rfhfylfi 22446688 culinary 1234567aa
messenger phantom1 baberuth dominique asdfqwer abc123456 outsider blackhawk bigblack valeriya gianluca 1q2q3q4q
griffith lavalamp pertinant nokia123 redlight satellite kristin1 doughnut poophead monterey waterfal minnesot bukowski
riverrat daredevi arizona1 kamikadze alex1234 55bgates bellagio stiletto biohazard as123456 darthvad lilwayne advanced
nopassword 123456789987654321 14785236 salvatore nightowl beckham7 trueblue nevermin deathnote copenhag gallaries
dtkjcbgtl fishtank rosewood blackberry 1020304050 deerhunt surveyor pitchers 741258963 dipstick 112233445566 jupiter2
softtail greenman z1x2c3v4b5 smartass 12345677 chewbacc nosferatu downhill dallas22 eighteen powerman vincenzo
qweasdzx princess1 mastermind care1839 atreides monkeyboy nicetits sealteam chopper1 winter99 myspace1 topolino
prophecy 01011950 happyman stonewal manunited qwerty13 buddydog prototype start123 civilwar deadspin lucky123 tortoise
waterski hartford dtxyjcnm interacial integral honduras rodrigue nightwin passmast eldiablo continue 1357908642
screwyou badabing foreplay seductive happines gizmodo1 pizzahut kikimora a1a2a3a4 2wsx3edc blueberry sprocket animated
wdtnjxtr bisexual makeitso 789632145 nothing1 fishcake libertad fivestar mississi 123456789v kenneth1 bluestar
ntktdbpjh paperino dragonfly suckcock daniella lapochka mike1234 q1q2q3q4q5 maxpower volleyball disaster raymond1
converse crazyman smithers finalfantasy kissmyas magic123 landmark gabrielle alessand climbing ghbdtnrfrltkf augustin
99762000 beverley nathanie randolph 1z2x3c4v5b envelope gangbanged lovehate hondacbr mamochka fisherma bismilla
spiderman1 123456987 20spanks kristen1 bigdick1 negative friday13 stephens qaz123wsx 0987654321q thinking yaroslav
benedict websol76 hugoboss websolutions sephirot 918273645 timoxa94 mazda323 graduate sokolova skydiver cornelia
jesus777 1234567890z guillerm jennings india123 stoppedby nokia5530 123456789o abdullah georgina whoknows godspeed
foreskin slapnuts rosebud1 hydrogen sandman1 marcella honeybun topsecret heavenly letsfuck pippen33 flanders qw123456
lighthou nancy123 jeffrey1 laughing sandberg chadwick losangeles leonidas a1b2c3d4e5 general1 bigbucks tickling
987654321a christophe petrovich dirtydog allstate wachtwoord creepers georgia1 fujifilm chairman merchant splendid
fighting adventure daredevil lionheart producer catfight vodafone 01011961 valleywa chickenwing101 qq123456 livewire
livelife roosters ilya1234 architec blackops instinct vancouver 1qaz2wsx3edc4rfv francisco smirnova dragon01
a1s2d3f4g5 maurizio zxcvasdf nineteen internal graywolf fernande 3rjs1la7qe hospital macgyver hugetits flathead
goofball basement anthony7 jessica2 123581321 sarajevo rfgbnjirf joystick batman12 victory1 sickness saxophon winfield
lionhear bernardo hillside starlight 24681012 infected access99 underwear molly123 singapore blackice quant4307s
squerting flashman tangerin musician housewifes monkey69 infamous escorpio password11 forsberg addicted warcraft3
qazxsw123 unbelievable ghbdtndctv lincoln1 garrison firestorm ludacris milamber evangeli letmesee hooters1 offspring
0o9i8u7y sooners1 glendale scorpions groupd2013 freewill silverado vflfufcrfh cornhole aerosmit bionicle johnston
gfgfvfvf daniel12 stirling administrator favorite2 detroit1 shredder wednesda sparhawk firehawk 911turbo bertrand
funtimes 159753456 timothy1 bajingan pregnant frenchie 1mustang babemagnet 74123698 truffles douglas1 lamborghini
motocross nathaniel skeeter1 angel666 survival fantasies experience carpediem scirocco fuzzball rushmore josephine
lacrimosa chevys10 sleeping madonna1 domenico atlanta1 schubert service1 devilman euphoria checkmat browndog horsemen
jediknig allnight starlite close-up pounding wrinkles snapshot dima1995 thetruth prestige priyanka dutchman passcode
justinbieber 12349876 12345687 plumbing pennywis sometime frederick skeleton zaq12345 assmunch wellingt madala11
bettyboop armstrong gregory1 adrianna hawthorn bernhard dominika hunter12 fernanda vfhbyjxrf calendar lockerroom
greatest 1password futyn007 daydream 11001001 mainland dragon123 friends1 rocky123 asslover regional diplomat dominick
mannheim manager1 horseman komputer pictuers nokia5130 bulletin buckaroo ejaculation nastenka toulouse smoke420
fullback dreamcast casablanca salesman salvator pussylover 963258741 vivitron cobra427 reindeer armageddon myfriend
qwedsazxc troubles illmatic capoeira freedom2 shinigami fhvfutljy nocturne churchil thumbnils tailgate neworder
sexymama michelle1 earthlin basketbal aligator mojojojo welcome2 papabear wednesday sfgiants billabong monolith
ticktock japanees contortionist admin123 alabama1 prudence disabled fantasy1 elevator woodstock fireman1 embalmer
attorney woodwork newstart delphine panorama daedalus alejandra insecure fruitbat discovery violator 12345123
magdalena knickerless undertow kfcnjxrf masturbation transexual stinger1 landrove anakonda lighthouse rfhlbyfk
costanza riverside fordtruc archangel greentea morticia evanescence 3edc4rfv longshot windows1 starbucks clueless
prelude1 homebrew letmeinn zimbabwe fordf350 michele1 27731828 wingzero qawsedrftg alfarome fantasti 1a2s3d4f5g
natascha kennwort q1q2q3q4 qazwsxedc1 diamante pornographic comicbookdb motdepasse braveheart kickflip arcangel
superbow lingerie porsche911 dagobert barbara1 vfpfafrf babemagn destroyer sublime1 buckwhea minnesota pussy4me
athletic forester redstorm paramore imtheman milkyway brisbane bigpenis newproject2004 rammstei j3qq4h7h2v lambchop
anthony2 wildlife gfhjkm12 dreamer1 cybersex cowboyup maximus1 manhatta 1213141516 yfnfitymrf christel 123456789p
trousers fishface motherfu ibilltes disturbed maximilian mypasswo marajade headache morozova enter123 12345asd
princeto hellohel ursitesux somebody 1234kekc duracell sevenof9 corvet07 rdfhnbhf tiberian needforspeed dropkick
kevin123 a123456a vfhnsirf sk8ordie fireblade marishka
`

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
