// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Collection} from "./Collection.sol";
import {Relayers} from "./Relayers.sol";

/// @title A collection of single items
contract TaladERC721 is ERC721, Collection {
    error NotOne(uint256 amount);

    bytes4 private constant ERC4906 = 0x49064906;

    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        string memory baseURI_,
        Relayers minters_
    )
        ERC721(name_, symbol_)
        Collection(owner_, baseURI_, minters_)
    {}

    function mint(address to, uint256 tokenId) external onlyOwner {
        _safeMint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return _metadataOf(tokenId);
    }

    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == ERC4906 || super.supportsInterface(interfaceId);
    }

    function _mintTo(address receiver, uint256 id, uint256 amount) internal override {
        if (amount != 1) revert NotOne(amount);
        _safeMint(receiver, id);
    }
}
